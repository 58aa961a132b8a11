/** Where a model of several parts keeps the configuration of its language model. */
export declare const textKeys: string[];
/** Names of one number, the usual one first. */
export declare const aliases: {
  headDim: string[];
  hidden: string[];
  heads: string[];
  layers: string[];
  maximum: string[];
  base: string[];
  localBase: string[];
  part: string[];
  pattern: string[];
};
/** Other keys about rotation that are understood. */
export declare const otherKeys: string[];
/** Keys of a rope dictionary that do not belong to the rule. */
export declare const sharedKeys: string[];
/** Rules by the names that they have had. */
export declare const typeNames: Map<string, string>;
