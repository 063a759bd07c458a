import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { GENERIC } from "../quantities/generic-words.ts";
import { namedIn } from "../quantities/named-in.ts";
import { NAMED } from "../quantities/names-nothing-asked.ts";
import type { Context } from "./value-context.ts";

/** "- Hypertension: 1", "2. Age 61–74: 2 points" */
const ITEM = lazyPattern(
  String.raw`^[\s*•–-]*(?:\d{1,2}[.)]\s?)?(\p{L}[^:=|\n]{0,70}?)\s?(?:[:=]|\s[–—-])\s?\+?\d+(?:[.,]5)?(?:\s?(?:points?|pts?|punkte?|puntos?|pontos?|punti))?[\s.;,]*$`,
  "iu",
);
/** A line is this long at most. */
const LONGEST = 120;

/** Whether a value is that of an item next to another item, each on its line: "- CHF: 1\n- Hypertension: 1". */
export function isItem<T>({ text, place, asked }: Context<T>): boolean {
  // "weeks: 19" and "days: 3" are one span
  if (Array.isArray(place.value)) return false;
  const before = text.slice(Math.max(0, place.from - LONGEST), place.from);
  const from = place.from - before.length + before.lastIndexOf("\n") + 1;
  const line = text.slice(from, place.to + LONGEST).split("\n", 1)[0] ?? "";
  return (
    isItemLine(line, asked) &&
    (isItemLine(lineBefore(text, from), asked) || isItemLine(lineAfter(text, from + line.length), asked))
  );
}

/** The last line with text before a place. */
const lineBefore = (text: string, at: number): string =>
  text
    .slice(Math.max(0, at - LONGEST), at)
    .split("\n")
    .findLast((line) => line.trim() !== "") ?? "";

/** The next line with text. */
const lineAfter = (text: string, at: number): string =>
  text
    .slice(at, at + LONGEST)
    .split("\n")
    .find((line) => line.trim() !== "") ?? "";

/** Whether a line has a label of its own, which names neither the quantity nor a total. */
function isItemLine(line: string, asked: AskedFor): boolean {
  const label = ITEM.exec(line)?.[1];
  if (label === undefined || namedIn(label, asked).share >= NAMED) return false;
  return (label.match(/\p{L}{2,}/gu) ?? []).some((word) => PERSON.test(word) || !GENERIC.has(word.toLowerCase()));
}
/** Words for the patient, which are a criterion in a list. */
const PERSON = /^(?:fe)?male$|^wom[ae]n$|^m[ae]n$|^sex$/iu;
