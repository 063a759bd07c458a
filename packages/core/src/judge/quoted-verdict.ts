import { asciiDigits } from "../text/ascii-digits.ts";
import { type Imitable, verdictKey } from "./fence.ts";
import { type Claims, shiftTest } from "./shift-test.ts";
import { compact, otherAlphabets, readingsOf } from "./unescape.ts";

/** How far a value may stand behind the name of its criterion, in letters and digits. */
const NEAR = 40;
/** The same where the value has a key of its own ("score") after an explanation. */
const NEAR_KEY = 2000;

/** The test whether a verdict on one answer is the judge's own, under protocol `fenced`. */
export interface Ownership {
  /** the key of the request, which no answer contains; only a second request states it */
  readonly key: string;
  /** False if the verdict can be copied from the answer and does not have the key. */
  readonly isOwn: (claims: Claims, key: string | undefined) => boolean;
}

/**
 * A verdict can be copied if the answer, or a reading of it without its escapes, states its value for every criterion, or holds an
 * object, tags or a row of labels with its values under names of any language.
 */
export function ownershipOf(answer: string, imitable: Imitable): Ownership {
  const key = verdictKey(answer, imitable);
  const plain = lazy(() => readAnswer(answer));
  const shifted = lazy(() => read(plain().shiftable.flatMap(otherAlphabets), plain().values));
  const mayBeShifted = lazy(() => shiftTest(plain().shiftable));
  // other alphabets are nine tenths of the work, and few answers can state a verdict in one
  const canCopy = (claims: Claims): boolean =>
    hasVerdict(plain(), claims) || (mayBeShifted()(claims) && hasVerdict(shifted(), claims));
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
}

function readAnswer(answer: string): Readings & { readonly shiftable: readonly string[] } {
  const { plain, shiftable } = readingsOf(answer);
  return { ...read(plain), shiftable };
}

function read(texts: readonly string[], values: Readings["values"] = []): Readings {
  return {
    compacted: [...new Set(texts.map(compact))],
    values: [...values, ...texts.flatMap(structuredValues)],
    labelled: texts.map(labelledValues),
  };
}

const hasVerdict = ({ compacted, values, labelled }: Readings, claims: Claims): boolean =>
  compacted.some((text) => states(text, claims)) ||
  holdsValues(values, claims) ||
  labelled.some((row) => holdsRow(row, Object.values(claims)));

function states(text: string, claims: Claims): boolean {
  const names = Object.keys(claims).map(compact);
  return Object.entries(claims).every(([name, value]) => {
    const own = compact(name);
    const pattern = new RegExp(`(?<!\\d)${compact(String(value))}(?!\\d)`);
    for (let at = text.indexOf(own); at >= 0; at = text.indexOf(own, at + 1)) {
      const from = at + own.length;
      const next = Math.min(...names.map((other) => text.indexOf(other, from)).filter((i) => i >= 0), text.length);
      const segment = text.slice(from, Math.min(next, from + NEAR_KEY));
      if (pattern.test(segment.slice(0, NEAR))) return true;
      if ([...segment.matchAll(/score/g)].some(({ index }) => pattern.test(segment.slice(index, index + NEAR))))
        return true;
    }
    return false;
  });
}

const MEMBER = /[:=]\s*["'“”„]?([+-]?\d+(?:\.\d+)?|true\b|false\b)/gi;
const IN_TAG = />\s*([+-]?\d+(?:\.\d+)?|true|false)\s*</gi;

function structuredValues(reading: string): (number | boolean)[] {
  const text = asciiDigits(reading.normalize("NFKC"));
  const from = text.indexOf("{");
  const object = from < 0 ? "" : text.slice(from, text.lastIndexOf("}") > from ? text.lastIndexOf("}") : text.length);
  return [...object.matchAll(MEMBER), ...text.matchAll(IN_TAG)].map(([, value = ""]) => valueOf(value));
}

/** "exactitud: 5", "la clarté est 5", "准确性：5": a label, and a colon, an equals sign or a copula */
const UNIT = String.raw`(?:[mµk]?g|[md]?l|[mk]?mol|mm|cm|m?h|hours?|days?|weeks?|min|bpm|x|mmhg|iu|units?)(?!\p{L})`;
const LABELLED = new RegExp(
  String.raw`\p{L}["'”*_]{0,4}(?:\s?[:=]|\s(?:is|es|est|ist|é|è|är|er|jest)(?!\p{L}))["'”*_]{0,4}\s?["'“*_]{0,4}([+-]?\d+(?:\.\d+)?|true|false)(?!\p{Script=Latin}|[\d%°]|[.,]\d|\/(?!\1(?!\d))|\s?${UNIT})`,
  "giu",
);

const labelledValues = (reading: string): (number | boolean)[] =>
  [...asciiDigits(reading.normalize("NFKC")).matchAll(LABELLED)].map(([, value = ""]) => valueOf(value));

/** Whether the values of a verdict of several criteria follow each other. */
const holdsRow = (values: readonly (number | boolean)[], wanted: readonly (number | boolean)[]): boolean =>
  wanted.length > 1 && values.some((_, i) => wanted.every((value, k) => values[i + k] === value));

const valueOf = (value: string): number | boolean =>
  /^[tf]/i.test(value) ? value.toLowerCase() === "true" : Number(value);

const holdsValues = (values: readonly (number | boolean)[], claims: Claims): boolean =>
  Object.values(claims).every((value) => values.includes(value));
