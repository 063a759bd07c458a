import { lazyPattern } from "../../text/lazy-pattern.ts";
import { hasCondition } from "../left-out/conditions.ts";
import { KEPT_AFTER } from "../commitments/phrases-after.ts";
import { isDeniedBefore } from "../left-out/denials.ts";
import type { StepName } from "../reading.ts";
import { type Context, NEAR } from "./value-context.ts";
import { LEAD } from "./value-strength.ts";
import { oneOf } from "../text/pattern.ts";

const { raw } = String;

/** Returns the step that leaves out a value which the reply denies, states under a condition or asks; undefined: it stays. */
export function whyLeftOut<T>({ text, place, sentence, previous }: Context<T>): StepName | undefined {
  const before = text.slice(Math.max(previous, place.from - NEAR), place.from);
  const after = text.slice(place.to, Math.min(sentence.to, place.to + NEAR));
  if (isDenied(before, after, place.value !== undefined) || WRONG_LATER.test(text.slice(place.to, place.to + NEAR)))
    return "left out a denial";
  const head = text.slice(Math.max(sentence.from, place.from - 2 * NEAR), place.from);
  if (OTHERS_BEFORE.test(before)) return "left out an opinion";
  const turn = [...head.matchAll(TURN)].at(-1);
  const clause = turn === undefined ? head : head.slice(turn.index + turn[0].length);
  const isUnreal = HYPOTHETICAL.test(sentence.text.slice(0, 4 * NEAR)) || /^\s*if\s[^:]*:\s?$/iu.test(clause);
  if ((isUnreal && hasCondition(clause)) || (WOULD_BEFORE.test(before) && IF_AFTER.test(after)))
    return "left out a condition";
  return sentence.isQuestion && !LEAD.test(head) ? "left out a question" : undefined;
}
const isDenied = (before: string, after: string, hasValue: boolean): boolean =>
  hasValue &&
  !isKept(before, after) &&
  (isDeniedBefore(before) || MISTAKEN_BEFORE.test(before) || UNMET_AFTER.test(after) || WRONG_AFTER.test(after));
/** "Initially I gave 4 points, and I stand by it." */
const isKept = (before: string, after: string): boolean =>
  /(?<!\p{L})(?:initially|originally|at first)(?!\p{L})/iu.test(before) &&
  KEPT_AFTER.test(after.replace(/^\s?points?/iu, ""));
const TURN = /,?\s(?:but|however)(?!\p{L})|;\s/giu;
/** "4 is wrong", "I squared 1.74 wrongly" */
const WRONG_AFTER = lazyPattern(
  raw`^\s?(?:is|was|would be)\s(?:wrong|incorrect|not (?:right|correct))(?!\p{L})|^\s(?:wrongly|incorrectly|erroneously|by mistake|in error)(?!\p{L})`,
  "iu",
);
/** "I misread the weight as 72" */
const MISTAKEN_BEFORE = lazyPattern(
  raw`(?<!\p{L})i\s(?:mis(?:read|typed|took|copied|calculated|placed|used|squared)|(?:wrongly|mistakenly|incorrectly|erroneously)\s\p{L}+)\s(?:(?!(?:and|so|now|but|is)\s)[^.;:,=–—-]){0,30}$`,
  "iu",
);
/** "Two criteria are not met" */
const UNMET_AFTER = lazyPattern(
  raw`^\s(?:\p{L}+\s){0,2}(?:are|is|were|was)\s(?:not|un|never)\s?(?:met|fulfilled|present|positive|satisfied)`,
  "iu",
);
/** "It would be 61.3 if we used the actual weight" */
export const WOULD_BEFORE = lazyPattern(raw`(?<!\p{L})would(?!\p{L})[^,;.]*$`, "iu");
const IF_AFTER = /^[^,;.]{0,24}(?<!\p{L})if\s(?!correct|so|possible|necessary)/iu;

const HYPOTHETICAL = lazyPattern(raw`(?<!\p{L})(?:would (?:be|have|give|yield)|were|had)(?!\p{L})`, "iu");

const OTHER_PERSON = oneOf(
  "residents?|colleagues?|attendings?|pharmacists?|nurses?|students?|interns?|physicians?|doctors?|registrars?",
  "consultants?|trainees?|peers?|friends?|supervisors?|fellows?|teams?",
);
const CALCULATED = oneOf(
  "calculat(?:ed|es|e)|comput(?:ed|es|e)|got|gets?|obtain(?:s|ed)?|estimat(?:ed|es|e)|reports?|reported|wrote|writes|noted?|notes|sa(?:id|ys?)",
  "g[ai]ves?|given|arrives? at|arrived at|came up with|comes up with|scored|scores|counted|counts|documented|recorded|prefers?|claims?|claimed",
);
/** "The resident calculated 62.1 mL/min.", "my colleague gets" */
const OTHERS_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:an?|the|my|your|his|her|their|another|one|some)\s(?:[\p{L}-]+\s)?${OTHER_PERSON}\s(?:(?:has|have|had|would|originally|first|wrongly)\s)*${CALCULATED}(?!\p{L})[^.;:\d]{0,60}$`,
  "iu",
);

/** "Using 72 kg gives 61; that is wrong, though." */
const WRONG_LATER = lazyPattern(
  raw`^[^.;\n\d]{0,20}[.;,]\s(?:but\s)?(?:that|this|which)(?:'s|\sis|\swas|\swould be)\s(?:wrong|incorrect|not (?:right|correct)|impossible)(?!\p{L})`,
  "iu",
);
