import { askedFor } from "../quantities/asked-for.ts";
import type { NumberKind } from "./number-kind.ts";
import { numberPlaces } from "./number-places.ts";
import { readValue } from "../values/read-value.ts";
import { type Reading, unread } from "../reading.ts";

/** The question of a reply whose answer is a number. */
export interface NumberQuestion extends Omit<NumberKind, "hasMaximum"> {
  readonly question: string;
}

/** Reads the number to which a reply commits, by the rule of docs/scoring.md, "MedCalc-Bench". No expression is evaluated. */
export function readNumber(reply: string, { question, ...kind }: NumberQuestion): Reading<number> {
  const asked = askedFor(question);
  const reading = readValue(reply, {
    asked,
    placesOf: (text) =>
      numberPlaces(text, {
        ...kind,
        hasMaximum: kind.isScore || SCORE.test(question),
      }),
    isSame: isRounded,
    leastIfUnfinished: (text) =>
      isUnfinished(kind.isScore ? text.replace(OF_MAXIMUM, "") : text) ? "result" : undefined,
  });
  const at = reading.steps.at(-1)?.at ?? [];
  const isBound =
    reading.kind === "read" && at.some(([start, end]) => isBoundAlone(reply, numberFrom(reply, start, end)));
  return isBound ? unread(reading.steps.slice(0, -1), { step: "found a range", at }) : reading;
}

/** Where the number of a field or a statement begins. */
const numberFrom = (reply: string, start: number, end: number): number =>
  start + (/^[\s>]*/.exec(reply.slice(start, end))?.[0].length ?? 0);

/** "> 90" on the only line with this mark is a bound and no quote. The mark may also end a tag or an arrow. */
const isBoundAlone = (reply: string, start: number): boolean =>
  /(?<![-=]|<[^<>\n]{0,60})> ?$/.test(reply.slice(Math.max(0, start - 80), start)) &&
  `\n${reply}`.indexOf("\n>") === `\n${reply}`.lastIndexOf("\n>");

const SCORE = /(?<!\p{L})scores?(?!\p{L})/iu;

/** Whether the values differ by less than 0.5 %, as by rounding. */
const isRounded = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.max(Math.abs(a), Math.abs(b));

/** "11 / 15", no division in a score. */
const OF_MAXIMUM = /(?<![\d.)×*÷/]\s?)\d{1,3}\s?\/\s?\d{1,3}(?![\d.]*\d|\s?[×*÷/=])/g;
/** Arithmetic; "132/84" is a blood pressure. */
const FORMULA =
  /\d\s?[×*÷]\s?(?!10\s?(?:\^|\*\*|[⁰¹²³⁴-⁹⁻]))[\d(]|\d\s\/\s?[\d(]|\.\d+\/\d|\d\/\d+\.\d|\)\s?[×*÷/]|[×*÷/]\s?\(/;

/** The result of a formula, from its sign on. */
const RESULT = /[=≈]\s?[~≈]?\s?-?[\d.,]+(?!\s?[×*÷/+^]|[\d.,])/g;
/** A formula has at most this many characters before its equals sign. */
const MOST_BEFORE = 200;

/** The text without its formulas that have a result. It looks back from each result, because a search for the formula would try every place. */
function withoutFinished(text: string): string {
  let rest = "";
  let from = 0;
  for (const { 0: result, index } of text.matchAll(RESULT)) {
    const least = Math.max(from, index - MOST_BEFORE);
    let start = index;
    while (start > least && !"\n;=≈".includes(text.charAt(start - 1))) start--;
    rest += text.slice(from, start);
    from = index + result.length;
  }
  return rest + text.slice(from);
}

/** A calculation without its result, or a text that stops within a sentence or a bracket. */
const isUnfinished = (text: string): boolean => {
  const end = text.trimEnd().slice(-2000);
  return FORMULA.test(withoutFinished(text.slice(0, 20_000))) || /[(×*÷/+,=:-]$/.test(end);
};
