// What is used of the package, which has no types of its own.
declare module "subset-font" {
  /** The font with these letters and the features that belong to them, in another format. */
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: {
      targetFormat: "woff2" | "truetype";
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
