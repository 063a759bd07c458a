/**
 * The characters that JSON does not escape although a terminal obeys them or a reader cannot see them: C1 and bidirectional controls, and other
 * characters without a width.
 */
const HIDDEN = /[\u007F-\u009F]|\p{Cf}|\p{Zl}|\p{Zp}/gu;

/** A value as one line of JSON that no terminal obeys. A reader of JSON gets the same value. */
export const jsonLine = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll(HIDDEN, (text) =>
    Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  )}\n`;
