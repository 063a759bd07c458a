/** Anything that a reader sees: no space, no control or format character, none that fonts ignore, no blank of Braille, no placeholder of an object. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/u;

/** Whether a text shows nothing: it is empty, or has only spaces and characters without a width, such as U+200B. */
export const isEmptyText = (text: string): boolean => !VISIBLE.test(text);
