// The figures as tags in JSX of Preact: import type {} from "phasor/preact".
import type { ClassAttributes, HTMLAttributes } from "preact";
import type { PhasorEvents, PhasorTags } from "./elements.js";

type Props<Element extends EventTarget, Attributes> = Omit<
  HTMLAttributes<Element>,
  keyof Attributes
> &
  ClassAttributes<Element> &
  Attributes & {
    [Name in keyof PhasorEvents as `on${Name}`]?: ((event: PhasorEvents[Name]) => void) | undefined;
  };
type Tags = {
  [Tag in keyof PhasorTags]: Props<PhasorTags[Tag]["element"], PhasorTags[Tag]["attributes"]>;
};

declare global {
  namespace preact.JSX {
    interface IntrinsicElements extends Tags {}
  }
}
