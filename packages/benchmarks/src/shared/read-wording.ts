import { canonicalJson } from "@medhelm/core/store/canonical";
import type { Wording } from "../define.ts";

/** Returns the wording that every text has. Undefined if there is no text, a text cannot be read, or two texts differ. */
export function alike<Key extends string>(
  texts: readonly string[],
  read: (text: string) => Wording<Key> | undefined,
): Wording<Key> | undefined {
  const [first, ...others] = texts.map(read);
  return others.every((other) => canonicalJson(other ?? null) === canonicalJson(first ?? null)) ? first : undefined;
}

/** Replaces `{NAME}` in a sentence by the value. */
export const filledIn = (sentence: string, name: string, value: string): string =>
  sentence.replaceAll(`{${name}}`, () => value);

/** Returns the text before the first occurrence of the mark, or undefined if there is no mark. */
export function textBefore(text: string, mark: string): string | undefined {
  const end = text.indexOf(mark);
  return end < 0 ? undefined : text.slice(0, end);
}
