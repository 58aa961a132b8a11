// The types of what figures declare, and of what the modules of the core pass to each other.

/** @import { Axis } from "./axes.js" */
/** @import { Later } from "./later.js" */
/** @import { Theme } from "./theme.js" */
/** @import { Scale, ScaleSpec } from "./scales.js" */
/** @import { Declared } from "./attributes.js" */
/** @import { Mark as Pointed, Span } from "../state/group.js" */
/** @import { State } from "../state/parameters.js" */

/** A rectangle in CSS pixels. @typedef {{ left: number, top: number, width: number, height: number }} Frame */

/**
 * What drawing needs besides a context.
 * @typedef {object} Pen
 * @property {CanvasRenderingContext2D} context for measuring
 * @property {Theme} theme
 * @property {number} unit CSS pixels per unit of size: sizes are for a font size of 16 pixels
 * @property {number} ratio device pixels per CSS pixel
 * @property {(text: string) => void} [say] receives the text that is drawn, for screen readers
 * @property {(Frame & { tap?: Patch })[]} [taken] the places of the handles and words drawn so far,
 *   which others avoid; tap: what a tap on the words sets
 */

/**
 * A panel with its place.
 * @typedef {Pen & { frame: Frame, box: Frame, x: Scale, y: Scale }} Plot frame: of the data; box: with
 *   axes. A panel without scales has pixels from the frame's left and top
 */

/** @typedef {{ draw: (context: CanvasRenderingContext2D, plot: Plot) => void }} Mark */

/** Anything that is allowed where marks are declared. @typedef {Mark | Marks[] | false | "" | null | undefined} Marks */

/** What every figure can read. @typedef {State & { hover?: Pointed, start: number, end: number, playing: boolean }} Shared hover: what the pointer is on; start, end: the range of positions in view */

/**
 * The parameters of a figure, with its own attributes, `state` and `ease`.
 * @template {object} [Own={}]
 * @typedef {Readonly<Shared & Own>} Params
 */

/**
 * The functions that compute a figure's data. A generator's value is what it last yielded.
 * @template P, D
 * @typedef {{ [K in keyof D]: (p: P, d: D) => D[K] | Generator<D[K] | undefined, D[K]> }} DataOf
 */

/**
 * Names of shared parameters and own attributes with their new values.
 * @template [P=any]
 * @typedef {Partial<P> & { span?: Span | string }} Patch
 */

/**
 * The state of a drag.
 * @template [P=any]
 * @typedef {object} Drag
 * @property {number} x in the panel's scale
 * @property {number} y
 * @property {number} dx pixels since the drag began
 * @property {number} dy
 * @property {number} turn the angle around `centre` since the drag began, clockwise, in radians;
 *   can exceed 2π
 * @property {P} begin the parameters when the drag began
 * @property {Plot} plot
 */

/**
 * Something that can be dragged. Unless `keys` is false, it is also a slider for the keyboard and
 * assistive technology.
 * @template [P=any]
 * @typedef {object} Handle
 * @property {string} name the name of what it moves
 * @property {number} [x] where it is, in the panel's scale; by default at its value
 * @property {number} [y] by default at its value along y, or with `other`, at the value of that
 * @property {number} [dx] @property {number} [dy] pixels from there
 * @property {"pill" | "disc" | "tip" | "seam" | "none"} [look]
 * @property {string} [text] in the pill or disc
 * @property {string} [colour]
 * @property {"x" | "y" | "both" | "turn"} [along]
 * @property {{ x: number, y: number }} [centre] of a turn, in the panel's scales
 * @property {number} [perTurn] by how much a whole turn changes the value
 * @property {number} [reach] pixels around it in which a press grabs it; 22 by default
 * @property {number} [width] @property {number} [height] of the target, around its middle, in pixels
 * @property {boolean} [keys]
 * @property {number} [value] @property {number} [min] @property {number} [max] @property {number} [step]
 * @property {number} [stride] of Page Up and Page Down; ten steps by default
 * @property {string} [words] the value in words
 * @property {(value: number) => Patch<P>} [set] by keys, and by drags along an axis or a turn
 * @property {(drag: Drag<P>) => Patch<P> | undefined} [drag] by other drags
 * @property {(patch: Patch<P> | undefined) => Patch<P>} [drop] returns further changes when it is
 *   released; patch: the drag's last
 * @property {Omit<Handle<P>, "name" | "x" | "y">} [other] the value of the other direction: of
 *   drags along both, and the up and down keys
 */

/**
 * A panel.
 * @template [P=any], [D=any]
 * @typedef {object} Panel
 * @property {string} [name]
 * @property {number} [width] in a row @property {number} [grow] its share of the remaining width in a row
 * @property {number} [height] of the frame @property {number} [aspect] height of the frame by its width
 * @property {number} [maxHeight] of a frame with an aspect
 * @property {boolean} [fixed] keeps its height if the page sets the height of the figure
 * @property {"center"} [align] centres a frame with an aspect that is narrower than its place
 * @property {Partial<{ left: number, right: number, top: number, bottom: number }>} [margin]
 * @property {string} [text] a paragraph instead of a drawing: as high as its lines, and at least as `height`
 * @property {string} [textColour]
 * @property {string} [heading] @property {string} [headingColour]
 * @property {ScaleSpec} [x] @property {ScaleSpec} [y]
 * @property {(p: P, d: D) => Marks} [still] marks that are kept, and redrawn only when what they
 *   read from p and d has changed: they must read nothing else that changes
 * @property {() => Marks} [marks] drawn with every frame, above
 * @property {Handle<P>[]} [handles]
 * @property {(plot: Plot) => { marks: () => Marks, handles?: Handle<P>[] }} [fit] marks and handles that depend on the
 *   space that the panel got
 * @property {string} [press] the handle that a press anywhere in the frame moves
 * @property {(x: number, y: number, plot: Plot) => Patch<P> | undefined} [tap]
 * @property {(x: number, y: number) => Pointed | undefined} [point] returns what is there, for the
 *   group's crosshair
 * @property {"x" | "y"} [zoom] the scale along which Ctrl + wheel and two fingers zoom positions
 */

/** @typedef {{ gap?: number, width?: number, grow?: number }} Box */
/** @template [P=any], [D=any] @typedef {Panel<P, D> | (Box & { row: Tree<P, D>[] }) | (Box & { column: Tree<P, D>[] })} Tree */

/** axes: without the labels that handles cover. @typedef {{ panel: Panel, plot: Plot, axes?: Axis[] }} Placed */

/**
 * The space that a figure is drawn in.
 * @typedef {object} Room
 * @property {number} width in units of 1/16 of the font size
 * @property {boolean} narrow
 * @property {number} height Infinity, or if the page allows less height than the panels need, that height, in the same units
 * @property {boolean} low whether it is narrow, and lower than the panels need: then what is stacked elsewhere stands side by side, or is left out
 * @property {(text: string, size?: number) => number} measure width of a text
 */

/** Numbers in columns. @typedef {{ columns: string[], rows: Iterable<ArrayLike<number>> }} Table */
/** @typedef {Record<"javascript" | "python", string>} Programs */

/** @template [P=any] @typedef {{ kind: "slider", name: string, symbol?: string, value: number, min: number, max: number, step?: number, text: string, set: (value: number) => Patch<P> }} Slider */
/** @template [P=any] @typedef {{ kind: "choice", name: string, value: string, options: [value: string, words: string][], set: (value: any) => Patch<P> }} Choice set: takes a value of the options */
/** @template [P=any] @typedef {{ kind: "switch", name: string, value: boolean, set: (value: boolean) => Patch<P> }} Switch */
/** @template [P=any] @typedef {{ kind: "button", name: string, press?: (element: any) => Patch<P> | void, hold?: (element: any) => Patch<P> | void, disabled?: boolean }} Button */
/** @template [P=any] @typedef {{ kind: "text", name: string, value: string, set: (value: string) => Patch<P> }} Text */
/** @template [P=any] @typedef {Slider<P> | Choice<P> | Switch<P> | Button<P> | Text<P>} Control */

/**
 * A figure.
 * @template [P=any], [D=any]
 * @typedef {object} Spec
 * @property {string} title a sentence: the figure's claim
 * @property {string | ((p: P) => string)} hint what to drag, in **bold**, and what you will see; not for the room there is, as its lines change the room
 * @property {(keyof State)[]} [shared] the group's parameters that it shows
 * @property {Record<string, Declared>} [attributes] its own
 * @property {Record<string, unknown>} [state] other values that a patch may set; without
 *   attributes, and not in links
 * @property {string[]} [glide] parameters that take fractions during a drag and ease to a whole
 *   number after it
 * @property {Record<string, (p: P) => number>} [ease] numbers computed from the parameters that
 *   ease to new values
 * @property {DataOf<P, D>} [data]
 * @property {(p: P, d: D, room: Room) => Tree<P, D> | Tree<P, D>[]} panels
 * @property {number} [narrow] below this width `room.narrow` is true; 560 by default
 * @property {(plots: Record<string, Plot>, p: P, d: D) => Marks} [across] marks in pixels, over several panels
 * @property {(p: P, d: D, room: Room) => Control<P>[]} [controls] above the drawing
 * @property {(p: P, d: D, room: Room) => Control<P>[]} [more] folded away
 * @property {(p: P, d: D) => string} say the state in a sentence, for screen readers
 * @property {(p: P, time: number) => Patch<P> | undefined} [play] the next state; time: seconds since the last
 * @property {(p: P, d: D) => Table} table
 * @property {(p: P, d: D) => Programs | undefined} [programs]
 * @property {Record<string, (this: any, ...given: any[]) => unknown>} [methods] of the element
 * @property {(figure: any, d: D) => Node[]} [extra] elements below the drawing
 * @property {Later<any>} [later] what is loaded when a reader needs it; a page may load it ahead of
 *   time
 */

export {};
