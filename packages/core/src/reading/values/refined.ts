import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { Statement } from "./statement.ts";

/** Text around a value, at most this long. */
const NEAR = 80;
const EXACT_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:exactly|precisely|to be (?:more )?(?:exact|precise)|namely|genau(?:er)?|exactamente|exactement|exatamente|esattamente)[:,]?\s?(?:[\p{L}][\p{L}\d ()-]{0,30}\s?(?:[=:≈]|\s(?:is|of))\s?)?["'(]*$`,
  "iu",
);
const EXACT_AFTER = /^[^.;\d]{0,16}(?:to be (?:more )?(?:exact|precise)|exactly|precisely)(?!\p{L})/iu;
const EXCEEDS = lazyPattern(
  String.raw`(?<!\p{L})(?:exceed(?:s|ed|ing)?|above|over|beyond|more than|higher than)\s[^.;]{0,40}(?:max(?:imum)?|limit|ceiling|cap)(?!\p{L})|(?<!\p{L})capped(?!\p{L})|(?:max(?:imum)?|limit|ceiling|cap)(?!\p{L})`,
  "iu",
);
const ORDERS =
  /(?<!\p{L})(?:give|gives|administer|prescribe|use|receive|gets?|order|limited to|capped (?:at|to)|reduced? to|so|therefore)(?!\p{L})[^.;\d]{0,40}$|[→⇒]\s?$/iu;
const STRENGTH_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:tablets?|capsules?|ampoules?|vials?|puffs?|pills?|patch(?:es)?|tabletten|kapseln|comprim[ée]s|comprimidos|compresse)\s(?:of|à|zu|de|da|with|je|at)\s$`,
  "iu",
);
const SHARE_AFTER =
  /^\s?\S{1,12}\s(?:twice|thrice|(?:two|three|four|five|six|\d) times|each|in the (?:morning|evening)|per tablet|tablets?)(?!\p{L})/iu;
const CONCLUDES =
  /(?<!\p{L})(?:i\.e\.|that is|which is|so|also|makes|thus|soit|es decir|ou seja|cioè)[,:]?\s[^\d.;]{0,20}$|[=→]\s?$/iu;

/**
 * Leaves out the values that the reply itself makes exact ("28 weeks (28w3d to be exact)"), caps ("300 mg, which exceeds the maximum. Give 250 mg.")
 * or multiplies ("two tablets of 5 mg, that is 10 mg").
 */
export function withoutRefined<T>(text: string, kept: readonly Statement<T>[]): readonly Statement<T>[] {
  const isRefined = (one: Statement<T>): boolean =>
    kept.some(
      (later) =>
        later.from >= one.to &&
        (isExact(text, one, later) || isCapped(text, one, later) || isCounted(text, one, later)),
    );
  return kept.length < 2 || kept.length > MOST ? kept : kept.filter((one) => !isRefined(one));
}
const MOST = 40;

const before = <T>(text: string, { from }: Statement<T>): string => text.slice(Math.max(0, from - NEAR), from);

/** Whether the reply calls a value nearby the exact one. */
function isExact<T>(text: string, one: Statement<T>, later: Statement<T>): boolean {
  if (later.from - one.to > NEAR || !isAlike(one.value, later.value)) return false;
  return EXACT_BEFORE.test(before(text, later)) || EXACT_AFTER.test(text.slice(later.to, later.to + NEAR));
}

/** Whether two numbers differ by a tenth at most, or two spans by days only. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) <= 0.1 * Math.abs(other);
  return Array.isArray(one) && Array.isArray(other) && one[0] === other[0];
}

const isCapped = <T>(text: string, { value, to }: Statement<T>, later: Statement<T>): boolean =>
  typeof value === "number" &&
  typeof later.value === "number" &&
  later.value < value &&
  later.from - to < 3 * NEAR &&
  EXCEEDS.test(text.slice(to, later.from)) &&
  ORDERS.test(before(text, later));

const isCounted = <T>(text: string, one: Statement<T>, later: Statement<T>): boolean =>
  typeof one.value === "number" &&
  typeof later.value === "number" &&
  later.value > one.value &&
  later.sentence.line === one.sentence.line &&
  (STRENGTH_BEFORE.test(before(text, one)) || SHARE_AFTER.test(text.slice(one.to, one.to + NEAR))) &&
  CONCLUDES.test(before(text, later));
