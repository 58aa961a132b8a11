/**
 * A text in quotes, with everything escaped that a terminal or a page might obey rather than show;
 * one of more than 60 characters is cut.
 * @param {string} text
 */
export declare function quote(text: string): string;
/**
 * The same text with every character that a terminal could obey, or that could change how the text
 * around it reads, as an escape such as \u001b. Line feeds and tabs are among these characters.
 * Within a string of JSON the escapes stand for the same characters.
 * @param {string} text
 */
export declare function escaped(text: string): string;
/** The key of an object behind its path: `.key`, or `["key"]` if it is unusual. @param {string} key */
export declare function member(key: string): string;
