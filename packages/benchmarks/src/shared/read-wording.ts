import { canonicalJson } from "@medhelm/core/store/canonical";
import type { Wording } from "../define.ts";

/** What every text says; undefined where there is none, one cannot be read, or two differ. */
export function alike<Key extends string>(
  texts: readonly string[],
  read: (text: string) => Wording<Key> | undefined,
): Wording<Key> | undefined {
  const [first, ...others] = texts.map(read);
  return others.every((other) => canonicalJson(other ?? null) === canonicalJson(first ?? null)) ? first : undefined;
}

/** `{NAME}` within a sentence -> the value. */
export const filledIn = (sentence: string, name: string, value: string): string =>
  sentence.replaceAll(`{${name}}`, () => value);

/** What stands before the first of these marks, the mark left out; undefined where there is none. */
export function textBefore(text: string, mark: string): string | undefined {
  const end = text.indexOf(mark);
  return end < 0 ? undefined : text.slice(0, end);
}
