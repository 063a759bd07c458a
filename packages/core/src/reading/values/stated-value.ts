import { lazyPattern } from "../../text/lazy-pattern.ts";
import { CHOSEN_BEFORE, STATED_BEFORE } from "../commitments/phrases.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { namesAnother } from "../quantities/names-another.ts";
import { isSameUnit, unitAt } from "../quantities/units.ts";
import type { Context } from "./value-context.ts";

/** Whether a phrase of the answer, or the choice of a way, states the value. */
export const isStated = <T>({ asked }: Context<T>, head: string, before: string, after: string): boolean =>
  !ASSUMED_BEFORE.test(head) &&
  ((STATED_BEFORE.test(head) && !isOfPart(head, before, asked)) ||
    VALUE_STATED.test(head) ||
    COUNTS_BEFORE.test(head) ||
    OWN_BEFORE.test(head) ||
    CHOSEN_BEFORE.test(head) ||
    (WAY_CHOSEN.test(head) && isSameUnit(unitAt(after), asked.unit)));

/** "so we take it to be 15": an input that is assumed. */
const ASSUMED_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:take|took|set|assume|assumed)\s(?:it|this|that|[\p{L} ]{1,30})\s(?:to be|as|at)\s$`,
  "iu",
);
/** "I use the adjusted weight: ", "the adjusted weight should be used, giving " */
const WAY_CHOSEN = lazyPattern(
  String.raw`(?<!\p{L})(?:should|must|will|is to|has to|ought to)\sbe\sused(?!\p{L})[^.;:=]{0,40}(?:,\s|:\s|[=→⇒]\s?|(?<!\p{L})(?:giving|gives|yielding|yields|so|which is|is)\s)$|(?:^|[.,;]\s?)[^\p{L}]*(?:so,?\s|therefore,?\s)?(?:i|we)(?:\s(?:will|would|shall)|'ll|'d)?\s(?:use|take|choose|prefer|select|pick|report|go with)\s[^.;:=]{1,60}[:=→⇒]\s?$`,
  "iu",
);

/** "Verbal response: 4" names a part, although "the response" may be the answer. */
const isOfPart = (head: string, before: string, asked: AskedFor): boolean =>
  ABOUT_PART.test(head) ||
  /diagnosis["')\]]*\s?:\s?$/iu.test(head) ||
  (!/(?<!\p{L})answers?(?!\p{L})/iu.test(head) && namesAnother(before, asked));

/** "the correct value is" */
const VALUE_STATED = lazyPattern(
  String.raw`(?<!\p{L})(?:correct|right|final|required|requested|true|asked for|calculated)\s+(?:value|result|score|date|age|figure|number|dose|total|estimate)\s*(?:is|was|of|:|=)\s*(?:therefore\s|thus\s|then\s|about\s|approximately\s)?["'([*~≈]*$`,
  "iu",
);

/** "PE most likely: 3" states no answer. */
const ABOUT_PART = /(?<!\p{L})(?:likely|best|better|right)["')\]]*\s*(?:is|:)?\s*$/iu;

/** "The lower one counts: ", "the worse side is the one to report, so " */
const COUNTS_BEFORE = lazyPattern(
  String.raw`(?:^|[.,;]\s?)[^\p{L}]*(?:the|its|her|his)\s(?:\p{L}+\s){1,4}(?:counts|applies|decides|prevails|is (?:used|reported|decisive|relevant|taken|the one (?:to report|that counts)))\s?[:,–—-]\s?(?:so\s|thus\s)?(?:it is\s)?$`,
  "iu",
);
/** "my own calculation gives" */
const OWN_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})my\s(?:own\s)?(?:calculation|computation|result|estimate|value|figure|count|tally)\s(?:is|gives|yields|comes (?:out )?(?:to|at)|was|:)\s(?:about\s|approximately\s)?$`,
  "iu",
);
