import { behindAnnouncement } from "@medhelm/core/reading/commitments/announcements";
import { isRightAfter, isRightAtEnd } from "./right-or-wrong.ts";

/** A part of a reply that names one sentence: "0 correct", "| 1 | OK |", "Sentence 2 is fine" */
const PART = /^[\s|•*–-]*(?:and\s)?(?:sentence\s|line\s|id\s?|s|#)?\s?[[(]?(\d{1,3})(?!\d)[\])]?([^\d]*)$/iu;
const FAULT = /(?<!\p{L})(?:wrong|errors?|incorrect|mistakes?|should|must|not|but|except|however)(?!\p{L})/iu;
/** Fewer sentences may be the start of a list that was cut off. */
const LEAST = 3;

/**
 * Whether a reply says of each sentence that it is right, and nothing else. `last`: the ID of the text's last sentence, where it is known.
 */
export function isEachRight(text: string, last: number | undefined): boolean {
  const parts = behindAnnouncement(text.slice(0, 10_000))
    .split(/[\n;,]|\.(?=\s|$)/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const end = parts.findLastIndex((part) => /\d/.test(part));
  if (parts.slice(end + 1).some((part) => FAULT.test(part))) return false;
  const ids = parts.slice(0, end + 1).map((part) => {
    const [, id, rest = ""] = PART.exec(part) ?? [];
    const isRight = isRightAfter(rest.replace(/^\s?\|/u, ":")) || isRightAtEnd(rest);
    return id === undefined || !isRight ? Number.NaN : Number(id);
  });
  const [first = Number.NaN] = ids;
  const isRow = ids.length >= LEAST && first <= 1 && ids.every((id, i) => id === first + i);
  return isRow && (last === undefined || (ids.at(-1) ?? 0) >= last);
}

/** Returns the ID of the last sentence of a text with an ID before each; undefined without one. */
export const lastIdOf = (instance: string): number | undefined => {
  const id = [...instance.matchAll(/^\s?(\d{1,3})\s/gmu)].at(-1)?.[1];
  return id === undefined ? undefined : Number(id);
};
