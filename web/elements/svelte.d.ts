// The figures as tags in Svelte: import type {} from "phasor/svelte".
import type { HTMLAttributes } from "svelte/elements";
import type { PhasorEvents, PhasorTags } from "./elements.js";

type Props<Element extends EventTarget, Attributes> = Omit<
  HTMLAttributes<Element>,
  keyof Attributes
> &
  Attributes & {
    // onphasor-change={…} in Svelte 5, on:phasor-change={…} before
    [Name in keyof PhasorEvents as `on${Name}` | `on:${Name}`]?:
      | ((event: PhasorEvents[Name]) => void)
      | undefined;
  };
type Tags = {
  [Tag in keyof PhasorTags]: Props<PhasorTags[Tag]["element"], PhasorTags[Tag]["attributes"]>;
};

declare module "svelte/elements" {
  interface SvelteHTMLElements extends Tags {}
}
