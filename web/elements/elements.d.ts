// Generated from the figures' declarations: `npx vitest run tests/elements/manifest.test.js --update`.
/** The members that all figures have. */
export interface PhasorFigure extends HTMLElement {
  dModel: number;
  length: number;
  base: number;
  position: number;
  second: number;
  pair: number;
  wave: "sin" | "cos";
  group: string;
  span: string;
  /** A PNG of the figure as it is drawn. */
  toBlob(): Promise<Blob>;
  /** The numbers that are shown. */
  toCSV(): string;
  /** An address with the figure's state in its fragment. */
  toURL(address?: string): string;
  /** Takes up the state from an address. */
  fromURL(address?: string): void;
  /** A program that prints the numbers that are shown. */
  toCode(language?: "javascript" | "python"): string;
  /** The lines that put this figure into another page. */
  toHTML(source?: string): string;
  /** The same as SVG. */
  toSVG(): string;
  /** Shows other values; numbers ease there. */
  set(patch: Partial<this>, options?: { ease?: boolean }): void;
  /** Restores what the page asked for. */
  reset(): void;
  /** Starts the figure's motion, if it has one. */
  play(): void;
  /** Stops it. */
  pause(): void;
}
/** A number as text. */
export type NumberText = `${number}`;
/** The attributes that all figures have. */
export interface PhasorAttributes {
  "d-model"?: number | NumberText | undefined;
  "length"?: number | NumberText | undefined;
  "base"?: number | NumberText | undefined;
  "position"?: number | NumberText | undefined;
  "second"?: number | NumberText | undefined;
  "pair"?: number | NumberText | undefined;
  "wave"?: "sin" | "cos" | undefined;
  "group"?: string | undefined;
  "span"?: string | undefined;
}
/** The events of all figures. */
export interface PhasorEvents {
  /** The reader changed a parameter, moved the cursor or zoomed; detail: the state. */
  "phasor-change": CustomEvent<{ dModel: number; length: number; base: number; position: number; second: number; pair: number; wave: "sin" | "cos"; [name: string]: string | number | boolean }>;
  /** The reader's pointer is elsewhere; detail: what it is on, or null when it left. */
  "phasor-hover": CustomEvent<{ position?: number; second?: number; pair?: number; wave?: "sin" | "cos" } | null>;
}

/** A word of 64 numbers times a factor, plus its place: their shares of the sum. */
export interface PhasorAdding extends PhasorFigure {
  factor: number;
}
export declare const PhasorAdding: { new (): PhasorAdding };
export interface PhasorAddingAttributes extends PhasorAttributes {
  "factor"?: number | NumberText | undefined;
}

/** The weights that biases leave to equal keys: ALiBi, T5 and Swin, side by side where there is room. */
export interface PhasorBias extends PhasorFigure {
  kind: "alibi" | "t5" | "swin";
  query: number;
  bucket: number;
  biases: string;
  row: number;
  column: number;
}
export declare const PhasorBias: { new (): PhasorBias };
export interface PhasorBiasAttributes extends PhasorAttributes {
  "kind"?: "alibi" | "t5" | "swin" | undefined;
  "query"?: number | NumberText | undefined;
  "bucket"?: number | NumberText | undefined;
  "biases"?: string | undefined;
  "row"?: number | NumberText | undefined;
  "column"?: number | NumberText | undefined;
}

/** Silent bugs to drop on a dial, of a table or of a rotary embedding, what they change, and the diagnosis of any file. */
export interface PhasorBugs extends PhasorFigure {
  kind: "table" | "rotary";
  bugs: string;
  maps: boolean;
  config: string;
  /** Shows what is in a file instead of what its cards make: bytes or a Blob, and the file's name. */
  read(file: Uint8Array | Blob, name: string): Promise<void>;
}
export declare const PhasorBugs: { new (): PhasorBugs };
export interface PhasorBugsAttributes extends PhasorAttributes {
  "kind"?: "table" | "rotary" | undefined;
  "bugs"?: string | undefined;
  "maps"?: boolean | "" | undefined;
  "config"?: string | undefined;
}

/** A dial for each pair, whose hands can be turned, and a game: guess the position from the hands. */
export interface PhasorClocks extends PhasorFigure {
  compare: boolean;
  highlight: string;
  /** Hides a position for the reader to find. */
  challenge(position?: number): void;
}
export declare const PhasorClocks: { new (): PhasorClocks };
export interface PhasorClocksAttributes extends PhasorAttributes {
  "compare"?: boolean | "" | undefined;
  "highlight"?: string | undefined;
}

/** How much less a far word counts: the weight of a key against its distance, by six schemes. */
export interface PhasorComparison extends PhasorFigure {
  distance: number;
  only: "all" | "none" | "learned" | "alibi" | "sinusoidal" | "t5" | "rope";
  heads: number;
  head: number;
}
export declare const PhasorComparison: { new (): PhasorComparison };
export interface PhasorComparisonAttributes extends PhasorAttributes {
  "distance"?: number | NumberText | undefined;
  "only"?: "all" | "none" | "learned" | "alibi" | "sinusoidal" | "t5" | "rope" | undefined;
  "heads"?: number | NumberText | undefined;
  "head"?: number | NumberText | undefined;
}

/** Positions in two dimensions: how similar one patch of an image is to every other. */
export interface PhasorGrid extends PhasorFigure {
  kind: "mae" | "detr" | "axial" | "mrope";
  rows: number;
  columns: number;
  row: number;
  column: number;
  otherRow: number;
  otherColumn: number;
}
export declare const PhasorGrid: { new (): PhasorGrid };
export interface PhasorGridAttributes extends PhasorAttributes {
  "kind"?: "mae" | "detr" | "axial" | "mrope" | undefined;
  "rows"?: number | NumberText | undefined;
  "columns"?: number | NumberText | undefined;
  "row"?: number | NumberText | undefined;
  "column"?: number | NumberText | undefined;
  "other-row"?: number | NumberText | undefined;
  "other-column"?: number | NumberText | undefined;
}

/** The whole table as colours, from position 0 to 2⁵³, and the encoding of one position as hands and numbers. */
export interface PhasorHeatmap extends PhasorFigure {
  layout: "interleaved" | "concatenated";
}
export declare const PhasorHeatmap: { new (): PhasorHeatmap };
export interface PhasorHeatmapAttributes extends PhasorAttributes {
  "layout"?: "interleaved" | "concatenated" | undefined;
}

/** From counting through bits to many sines, for the first 256 positions, and what is wrong with each step. */
export interface PhasorLadder extends PhasorFigure {
  step: "integer" | "fraction" | "binary" | "sine" | "many";
}
export declare const PhasorLadder: { new (): PhasorLadder };
export interface PhasorLadderAttributes extends PhasorAttributes {
  "step"?: "integer" | "fraction" | "binary" | "sine" | "many" | undefined;
}

/** A learned table of 64 positions, trained in the page: products of its rows beside those that it should have. */
export interface PhasorLearned extends PhasorFigure {
  steps: number;
  trained: number;
  init: "normal" | "sinusoidal";
  seed: number;
}
export declare const PhasorLearned: { new (): PhasorLearned };
export interface PhasorLearnedAttributes extends PhasorAttributes {
  "steps"?: number | NumberText | undefined;
  "trained"?: number | NumberText | undefined;
  "init"?: "normal" | "sinusoidal" | undefined;
  "seed"?: number | NumberText | undefined;
}

/** Small models, one for each encoding, trained in the page's workers and tested on sequences up to eight times as long. */
export interface PhasorLengthLab extends PhasorFigure {
  task: "recent" | "lookup" | "three-back";
  only: "all" | "none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5";
  seed: number;
  sequence: number;
  interpolate: boolean;
  far: boolean;
}
export declare const PhasorLengthLab: { new (): PhasorLengthLab };
export interface PhasorLengthLabAttributes extends PhasorAttributes {
  "task"?: "recent" | "lookup" | "three-back" | undefined;
  "only"?: "all" | "none" | "sinusoidal" | "learned" | "rope" | "alibi" | "t5" | undefined;
  "seed"?: number | NumberText | undefined;
  "sequence"?: number | NumberText | undefined;
  "interpolate"?: boolean | "" | undefined;
  "far"?: boolean | "" | undefined;
}

/** Attention among the words of a sentence in any order, without positions and with them; words are dragged. */
export interface PhasorOrder extends PhasorFigure {
  sentence: string;
  order: string;
}
export declare const PhasorOrder: { new (): PhasorOrder };
export interface PhasorOrderAttributes extends PhasorAttributes {
  "sentence"?: string | undefined;
  "order"?: string | undefined;
}

/** What rounded angles do to distant positions, 100 to 10^7. */
export interface PhasorPrecision extends PhasorFigure {
  at: number;
  arithmetic: "bfloat16" | "float16" | "float32" | "ggml";
  width: number;
}
export declare const PhasorPrecision: { new (): PhasorPrecision };
export interface PhasorPrecisionAttributes extends PhasorAttributes {
  "at"?: number | NumberText | undefined;
  "arithmetic"?: "bfloat16" | "float16" | "float32" | "ggml" | undefined;
  "width"?: number | NumberText | undefined;
}

/** A query and a key rotated by RoPE, and their score. */
export interface PhasorRope extends PhasorFigure {
  layout: "interleaved" | "half";
  show: "score" | "five" | "cache" | "forgotten";
}
export declare const PhasorRope: { new (): PhasorRope };
export interface PhasorRopeAttributes extends PhasorAttributes {
  "layout"?: "interleaved" | "half" | undefined;
  "show"?: "score" | "five" | "cache" | "forgotten" | undefined;
}

/** What the rules for longer contexts do to each pair. */
export interface PhasorScaling extends PhasorFigure {
  preset: string;
  config: string;
  rules: string;
  factor: number;
  at: number;
}
export declare const PhasorScaling: { new (): PhasorScaling };
export interface PhasorScalingAttributes extends PhasorAttributes {
  "preset"?: string | undefined;
  "config"?: string | undefined;
  "rules"?: string | undefined;
  "factor"?: number | NumberText | undefined;
  "at"?: number | NumberText | undefined;
}

/** A shift by Δ as a rotation of each pair. */
export interface PhasorShift extends PhasorFigure {
  parts: "both" | "sine";
}
export declare const PhasorShift: { new (): PhasorShift };
export interface PhasorShiftAttributes extends PhasorAttributes {
  "parts"?: "both" | "sine" | undefined;
}

/** Dot products of all positions, and the one curve that all of them share. */
export interface PhasorSimilarity extends PhasorFigure {
  measure: "dot" | "cosine";
}
export declare const PhasorSimilarity: { new (): PhasorSimilarity };
export interface PhasorSimilarityAttributes extends PhasorAttributes {
  "measure"?: "dot" | "cosine" | undefined;
}

/** Which pairs complete a turn within a text, and how the base spreads their wavelengths. */
export interface PhasorWavelengths extends PhasorFigure {
}
export declare const PhasorWavelengths: { new (): PhasorWavelengths };
export interface PhasorWavelengthsAttributes extends PhasorAttributes {
}

/** A hand whose tip writes a wave, and waves of other pairs. */
export interface PhasorWaves extends PhasorFigure {
  pairs: string;
}
export declare const PhasorWaves: { new (): PhasorWaves };
export interface PhasorWavesAttributes extends PhasorAttributes {
  "pairs"?: string | undefined;
}

/** All figures by their tags. */
export interface PhasorTags {
  "phasor-adding": { element: PhasorAdding; attributes: PhasorAddingAttributes };
  "phasor-bias": { element: PhasorBias; attributes: PhasorBiasAttributes };
  "phasor-bugs": { element: PhasorBugs; attributes: PhasorBugsAttributes };
  "phasor-clocks": { element: PhasorClocks; attributes: PhasorClocksAttributes };
  "phasor-comparison": { element: PhasorComparison; attributes: PhasorComparisonAttributes };
  "phasor-grid": { element: PhasorGrid; attributes: PhasorGridAttributes };
  "phasor-heatmap": { element: PhasorHeatmap; attributes: PhasorHeatmapAttributes };
  "phasor-ladder": { element: PhasorLadder; attributes: PhasorLadderAttributes };
  "phasor-learned": { element: PhasorLearned; attributes: PhasorLearnedAttributes };
  "phasor-length-lab": { element: PhasorLengthLab; attributes: PhasorLengthLabAttributes };
  "phasor-order": { element: PhasorOrder; attributes: PhasorOrderAttributes };
  "phasor-precision": { element: PhasorPrecision; attributes: PhasorPrecisionAttributes };
  "phasor-rope": { element: PhasorRope; attributes: PhasorRopeAttributes };
  "phasor-scaling": { element: PhasorScaling; attributes: PhasorScalingAttributes };
  "phasor-shift": { element: PhasorShift; attributes: PhasorShiftAttributes };
  "phasor-similarity": { element: PhasorSimilarity; attributes: PhasorSimilarityAttributes };
  "phasor-wavelengths": { element: PhasorWavelengths; attributes: PhasorWavelengthsAttributes };
  "phasor-waves": { element: PhasorWaves; attributes: PhasorWavesAttributes };
}

declare global {
  interface HTMLElementTagNameMap {
    "phasor-adding": PhasorAdding;
    "phasor-bias": PhasorBias;
    "phasor-bugs": PhasorBugs;
    "phasor-clocks": PhasorClocks;
    "phasor-comparison": PhasorComparison;
    "phasor-grid": PhasorGrid;
    "phasor-heatmap": PhasorHeatmap;
    "phasor-ladder": PhasorLadder;
    "phasor-learned": PhasorLearned;
    "phasor-length-lab": PhasorLengthLab;
    "phasor-order": PhasorOrder;
    "phasor-precision": PhasorPrecision;
    "phasor-rope": PhasorRope;
    "phasor-scaling": PhasorScaling;
    "phasor-shift": PhasorShift;
    "phasor-similarity": PhasorSimilarity;
    "phasor-wavelengths": PhasorWavelengths;
    "phasor-waves": PhasorWaves;
  }
  interface HTMLElementEventMap extends PhasorEvents {}
}
