// The figures as tags in Vue's templates: import type {} from "phasor/vue".
import type { DefineComponent, HTMLAttributes } from "vue";
import type { PhasorEvents, PhasorTags } from "./elements.js";

type Props<Attributes> = Omit<HTMLAttributes, keyof Attributes> &
  Attributes & {
    // @phasor-change in a template
    [Name in keyof PhasorEvents as Name extends `${infer A}-${infer B}`
      ? `on${Capitalize<A>}${Capitalize<B>}`
      : never]?: ((event: PhasorEvents[Name]) => void) | undefined;
  };
type Tags = {
  [Tag in keyof PhasorTags]: DefineComponent<Props<PhasorTags[Tag]["attributes"]>>;
};

declare module "vue" {
  interface GlobalComponents extends Tags {}
}
