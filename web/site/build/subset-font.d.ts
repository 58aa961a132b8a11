// What is used of the package, which has no types of its own.
declare module "subset-font" {
  /** The font with these letters and the features that belong to them. */
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: "woff2" },
  ): Promise<Buffer>;
}
