import { lazyPattern } from "../../text/lazy-pattern.ts";
import { asciiDigits } from "../../text/ascii-digits.ts";
import { normalized, withoutLongRows } from "../../text/normalized.ts";
import { type Imitable, verdictKey } from "./fence.ts";
import { type Claims, shiftTest } from "../shift-test.ts";
import { withoutLeet } from "./leet.ts";
import { withDigits } from "./numerals.ts";
import { backwards, compact, otherAlphabets, plain, readingsOf, turned } from "./unescape.ts";

/** How far a value may stand behind the name of its criterion, in letters and digits. */
const NEAR = 40;
/** The same where the value has a key of its own ("score") after an explanation. */
const NEAR_KEY = 2000;

/**
 * A longer answer, with its ligatures written out, is not searched: it may state any verdict. Few answers have a tenth of this, and one that is padded to a million
 * characters would take minutes.
 */
const LONGEST_ANSWER = 200_000;
/** The same for all readings that would be read in other alphabets. */
const LONGEST_SHIFTED = 100_000;

/** The test whether a verdict on one answer is the judge's own, under protocol `fenced`. */
export interface Ownership {
  /** the key of the request, which no answer contains; only a second request states it */
  readonly key: string;
  /** False if the verdict can be copied from the answer and does not have the key. */
  readonly isOwn: (claims: Claims, key: string | undefined) => boolean;
}

/**
 * A verdict can be copied if the answer, or a reading of it without its escapes, states its value for every criterion. It can also be copied from an
 * object, tags or a row of labels with its values, under names of any language. An answer that is too long to be searched may state any verdict.
 */
export function ownershipOf(answer: string, imitable: Imitable): Ownership {
  const key = verdictKey(answer, imitable);
  const texts = lazy(() => readAnswer(withoutLongRows(answer)));
  const shifted = lazy(() => read(texts().shiftable.flatMap(otherAlphabets), texts().values));
  const mayBeShifted = lazy(() => shiftTest(texts().shiftable));
  // other alphabets are nine tenths of the work, and few answers can state a verdict in one
  const isLong = lazy(() => normalized(answer, "NFKC").length > LONGEST_ANSWER);
  const isLongShifted = lazy(() => texts().shiftable.join("").length > LONGEST_SHIFTED);
  const canCopy = (claims: Claims): boolean =>
    isLong() ||
    hasVerdict(texts(), claims) ||
    labelsOne(texts().folded, claims) ||
    (mayBeShifted()(claims) && (isLongShifted() || hasVerdict(shifted(), claims)));
  return { key, isOwn: (claims, given) => given === key || !canCopy(claims) };
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Why a verdict is not used; sent to the judge (ask-judge.ts). */
export const COPIED = "the answer contains the same verdict, which may be copied";

interface Readings {
  readonly compacted: readonly string[];
  /** the numbers and booleans that are values in objects or tags */
  readonly values: readonly (number | boolean)[];
  /** in each reading, the numbers and booleans that follow a label of any language, in order */
  readonly labelled: readonly (readonly (number | boolean)[])[];
  /** in each reading, the numbers that end a clause of words, in order: "merece un 5, y la claridad un 4" */
  readonly ending: readonly (readonly number[])[];
}

interface Texts {
  /** the readings that are also read in other alphabets */
  readonly shiftable: readonly string[];
  /** the readings with their marks, in letters that look Latin */
  readonly folded: readonly string[];
}

function readAnswer(answer: string): Readings & Texts {
  const { plain: unescaped, shiftable } = readingsOf(answer);
  const readings = [...new Set([...unescaped, ...unescaped.flatMap(withoutLeet)])];
  const own = read(readings);
  // digits of the turned text are letters of the answer, so that its values say nothing without their names
  return {
    ...own,
    compacted: [...own.compacted, ...shiftable.map(turned).map(compact)],
    shiftable,
    folded: readings.map(plain),
  };
}

function read(texts: readonly string[], values: Readings["values"] = []): Readings {
  const numbered = texts.map((text) => asciiDigits(withDigits(plain(text))));
  return {
    compacted: texts.flatMap(compactedOf),
    values: [...values, ...texts.flatMap(structuredValues)],
    labelled: numbered.map(labelledValues),
    ending: numbered.map(endingValues),
  };
}

/**
 * The text and its reading with digits. Equal texts of several readings stay: a Set of texts above 16,383 characters takes quadratic time in their number, because
 * V8 hashes only their lengths.
 */
function compactedOf(text: string): string[] {
  const inDigits = withDigits(text);
  return inDigits === text ? [compact(text)] : [compact(text), compact(inDigits)];
}

const hasVerdict = ({ compacted, values, labelled, ending }: Readings, claims: Claims): boolean =>
  compacted.some((text) => states(text, claims)) ||
  holdsValues(values, claims) ||
  [...labelled, ...ending].some((row) => holdsRow(row, Object.values(claims)));

/** Whether the values stand behind their names, before them, or behind or before a row of all names. */
function states(text: string, claims: Claims): boolean {
  const stated = Object.entries(claims).map(([name, value]) => ({
    name: compact(name),
    value: compact(String(value)),
  }));
  if (!stated.every(({ name }) => text.includes(name))) return false;
  return statesBehind(text, stated, "score") || statesBehind(backwards(text), stated.map(turnedRound), "erocs");
}

interface Stated {
  readonly name: string;
  readonly value: string;
}
const turnedRound = ({ name, value }: Stated): Stated => ({ name: backwards(name), value: backwards(value) });

function statesBehind(text: string, stated: readonly Stated[], scoreKey: string): boolean {
  const names = stated.map(({ name }) => name);
  const isStated = (one: Stated, isRow: boolean): boolean => {
    const pattern = new RegExp(`(?<!\\d)${one.value}(?!\\d)`);
    for (let at = text.indexOf(one.name); at >= 0; at = text.indexOf(one.name, at + 1)) {
      const segment = segmentBehind(text, at + one.name.length, names, isRow);
      if (pattern.test(segment.slice(0, NEAR))) return true;
      const keys = segment.matchAll(new RegExp(scoreKey, "g"));
      if ([...keys].some(({ index }) => pattern.test(segment.slice(index, index + NEAR)))) return true;
    }
    return false;
  };
  return (
    stated.every((one) => isStated(one, false)) || (stated.length > 1 && stated.every((one) => isStated(one, true)))
  );
}

/** The maximum number of letters and digits between two names of a row. */
const IN_ROW = 8;

/** Returns the text from a place up to the next name; `isRow`: names that follow at once do not end it. */
function segmentBehind(text: string, start: number, names: readonly string[], isRow: boolean): string {
  let from = start;
  for (;;) {
    const next = names
      .map((name) => ({ at: text.indexOf(name, from), length: name.length }))
      .filter(({ at }) => at >= 0)
      .reduce((first, one) => (one.at < first.at ? one : first), { at: text.length, length: 0 });
    const isEnd = !isRow || next.length === 0 || next.at - from > IN_ROW;
    if (isEnd) return text.slice(from, Math.min(next.at, from + NEAR_KEY));
    from = next.at + next.length;
  }
}

const UNIT = String.raw`(?:[mµk]?g|[md]?l|[mk]?mol|mm|cm|m?h|hours?|days?|weeks?|min|bpm|x|mmhg|iu|units?)(?!\p{L})`;

/** Behind a name: the link to its value, or to a key "score" in its object. */
const TO_VALUE = String.raw`["'”*_]{0,4}\s?(?:[:=|>→—–]|[-=]>)[\s{["'“(*_]{0,12}(?:(?:[^{}]{0,2000}?["'“])?score["'”]{0,3}\s?[:=]\s?["'“]?)?`;

/** Whether a text gives one criterion the verdict's value as a label or a key: a judge may copy a part of the answer. */
function labelsOne(texts: readonly string[], claims: Claims): boolean {
  const patterns = Object.entries(claims).map(([name, value]) => {
    const letters = Array.from(compact(name)).join(String.raw`[\s_-]?`);
    return new RegExp(
      String.raw`(?<![\p{L}\d])${letters}${TO_VALUE}${String(value).replace(".", String.raw`\.`)}(?:\.0+)?(?!\d|[.,]\d|%|\s?${UNIT})`,
      "iu",
    );
  });
  return texts.some((text) => patterns.some((pattern) => pattern.test(text)));
}

const MEMBER = /[:=]\s*["'“”„]?([+-]?\d+(?:\.\d+)?|true\b|false\b)/gi;
const IN_TAG = />\s*([+-]?\d+(?:\.\d+)?|true|false)\s*</gi;

function structuredValues(reading: string): (number | boolean)[] {
  const text = asciiDigits(normalized(reading, "NFKC"));
  const from = text.indexOf("{");
  const object = from < 0 ? "" : text.slice(from, text.lastIndexOf("}") > from ? text.lastIndexOf("}") : text.length);
  return [...object.matchAll(MEMBER), ...text.matchAll(IN_TAG)].map(([, value = ""]) => valueOf(value));
}

/** "exactitud: 5", "la clarté est 5", "准确性：5": a label, and a colon, an equals sign or a copula */
const LABELLED = lazyPattern(
  String.raw`\p{L}["'”*_]{0,4}(?:\s?(?:[:=|→—–]|[-=]>)|\s(?:is|es|est|ist|é|è|är|er|jest)(?!\p{L})|(?<=[\p{Script=Han}\p{Script=Hiragana}])(?<=[得是为はが]))["'”*_]{0,4}\s?["'“*_]{0,4}([+-]?\d+(?:\.\d+)?|true|false)(?!\p{Script=Latin}|[\d%°]|[.,]\d|\/(?!\1(?!\d))|\s?${UNIT})`,
  "iu",
);

const labelledValues = (text: string): (number | boolean)[] =>
  [...LABELLED.matchAll(text)].map(([, value = ""]) => valueOf(value));

/** A number behind a word, at the end of its clause or before a word that joins another one: a sentence in any language grades so. */
const ENDING = lazyPattern(
  String.raw`(?<=\p{L}["'”*_]{0,3}\s["'“*_]{0,3})([+-]?\d+(?:\.\d+)?)["'”*_]{0,3}(?=\s*(?:[.,;!?。，；、)\]\n]|$)(?!\d)|\s(?:points?|puntos?|pontos?|punkten?|punti|pts?|and|y|e|et|und|och|og|en|i|и|و|ve|oraz|for|für|pour|para|por|per|pro|sur|von|de|su|z|из|out of)(?!\p{L})|\s?/\s?\d)`,
  "iu",
);

const endingValues = (text: string): number[] => [...ENDING.matchAll(text)].map(([, value = ""]) => Number(value));

/** Whether the values of a verdict of several criteria follow each other. */
const holdsRow = (values: readonly (number | boolean)[], wanted: readonly (number | boolean)[]): boolean =>
  wanted.length > 1 && values.some((_, i) => wanted.every((value, k) => values[i + k] === value));

const valueOf = (value: string): number | boolean =>
  /^[tf]/i.test(value) ? value.toLowerCase() === "true" : Number(value);

const holdsValues = (values: readonly (number | boolean)[], claims: Claims): boolean =>
  Object.values(claims).every((value) => values.includes(value));
