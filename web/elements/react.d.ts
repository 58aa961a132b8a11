// The figures as tags in JSX of React: import type {} from "phasor/react".
import type { ClassAttributes, HTMLAttributes } from "react";
import type { PhasorEvents, PhasorTags } from "./elements.js";

type Props<Element, Attributes> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  ClassAttributes<Element> &
  Attributes & {
    // React 19 listens to events of these names.
    [Name in keyof PhasorEvents as `on${Name}`]?: ((event: PhasorEvents[Name]) => void) | undefined;
  };
type Tags = {
  [Tag in keyof PhasorTags]: Props<PhasorTags[Tag]["element"], PhasorTags[Tag]["attributes"]>;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
