import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { oneOf } from "@medhelm/core/reading/text/pattern";

const { raw } = String;

const WRONG = oneOf(
  "incorrect|wrong|erroneous|inaccurate|mistaken|false|untrue|inappropriate|inconsistent|flawed|problematic",
  "implausible|contraindicated|invalid|faulty|in error|the (?:error|problem|mistake|incorrect|wrong|erroneous)|where the error",
);
const IS = "(?:is|was|are|looks|seems|appears|must be|has to be|would be|seems to be|appears to be)";
const NEGATED = raw`(?<!(?:not|nothing|n't|never|no|nor)\s(?:\p{L}+\s)?)`;
/** After the name of a sentence: it is wrong. */
const WRONG_AFTER = lazyPattern(
  oneOf(
    raw`^["')\]]*,?\s?(?:[-–—:|(,]\s?)?(?:(?:which|that|it)\s)?${oneOf(
      raw`${IS}\s(?:\w+ly\s|the\s|an?\s|most\s|more\s|likely\s){0,4}(?:${WRONG}|error|mistake|culprit)|${WRONG}(?!\p{L})`,
      raw`(?:contains?|has|includes?|holds|states)\s(?:\w+ly\s)?(?:an?\s|the\s)?(?:\w+\s){0,2}(?:errors?|mistakes?|inaccuracy|wrong|incorrect|problem)`,
      "should|must|needs?|has to|can't be|cannot be|could not be|can not be",
      raw`is not|isn't|(?:does not|doesn't) (?:fit|match|agree|make)|contradicts?|conflicts?(?!\swith\s(?:the\s)?["'(]?$)|mis\p{L}+`,
      "incorrectly|wrongly|erroneously|falsely|mistakenly|inappropriately",
    )}(?!\p{L})`,
    raw`[^.]{0,80}(?:[✗❌]|(?:^|\s)${NEGATED}(?:incorrect|wrong)(?:\s|[.,;:]|$))`,
    raw`[^.;]{0,160},?\s(?:which|that)\s(?:is|was|would be)\s(?:\w+ly\s)?${WRONG}(?!\p{L})`,
  ),
  "iu",
);
export const isWrongAfter = (after: string): boolean => WRONG_AFTER.test(after);

const RIGHT = "(?:correct|right|fine|accurate|ok|okay|consistent|appropriate|plausible|good|true|error-free)";
const NOT_WRONG = raw`(?:not|n't)\s(?:\w+ly\s|necessarily\s)?(?:wrong|incorrect|in error|erroneous|inaccurate|the (?:error|problem|mistake|issue))`;
/** After the name of a sentence: it is right. */
const RIGHT_AFTER = lazyPattern(
  oneOf(
    raw`^["')\]]{0,4},?\s?(?:[-–—:|(,]\s?)?${oneOf(
      raw`(?:(?:also|\w+ly)\s)?(?:is|was|are|looks|seems|appears)\s?(?:also\s|\w+ly\s|all\s|both\s){0,3}(?:${RIGHT}|${NOT_WRONG})`,
      raw`(?:is|was)${NOT_WRONG}`,
      raw`(?:contains?|has|have)\sno\s|(?:does|do) not (?:contain|have)|(?:doesn't|don't) (?:contain|have)`,
      raw`(?:correct|right|fine|ok|okay|✓|✔|✅)(?!\p{L})|(?:accurate|consistent|appropriate|plausible)(?=[\s.,;)]*$)|(?:agrees?|fits?|matches)`,
    )}`,
    raw`^[^.;]{0,160},?\s(?:which|that)\s(?:is|was|would be)\s(?:\w+ly\s)?${RIGHT}(?!\p{L})`,
    // "might look odd but is right"
    raw`^["')\]]*\s(?:may|might|could|seems|looks|appears)\s[^.;,]{1,60},?\sbut\s(?:it\s)?(?:is|was)\s(?:\w+ly\s)?${RIGHT}(?!\p{L})`,
  ),
  "iu",
);
export const isRightAfter = (after: string): boolean => RIGHT_AFTER.test(after);

/** At the end of an item of a list: "... (fine)", "| OK |", "... ✓" */
const RIGHT_AT_END = lazyPattern(
  raw`(?:[([–—→:|-]\s?(?:ok|okay|correct|right|fine|true|accurate|consistent|no (?:\p{L}+\s)?errors?)[\])]?|[✓✔✅])[.!]?(?:\s?\|)?$`,
  "iu",
);
export const isRightAtEnd = (item: string): boolean => RIGHT_AT_END.test(item.trimEnd());

/** "sentence 5 is: ...", "sentence 5 is not." */
const ELLIPTIC = /^["')\]]{0,4}\s(?:is|does|has)(?<not>n't| not)?(?=\s?(?:[.,:;!–—-]|$))/iu;
const HAS_NOT = /(?<!\p{L})(?:not|never)(?!\p{L})|n't/iu;

/** The verdict of the words after the name of a sentence; undefined without one. */
export type AfterVerdict = "right" | "wrong" | undefined;

/**
 * Reads the words after the name of a sentence. `before`: those after the sentence named before it, with their verdict, which "sentence 3 is not
 * wrong, but sentence 5 is" turns round.
 */
export function verdictAfter(
  after: string,
  before?: { readonly after: string; readonly verdict: AfterVerdict },
): AfterVerdict {
  const verb = ELLIPTIC.exec(after);
  if (verb !== null && before?.verdict !== undefined) {
    const isTurned = (verb.groups?.["not"] === undefined) === HAS_NOT.test(before.after);
    if (isTurned) return before.verdict === "right" ? "wrong" : "right";
  }
  if (isRightAfter(after)) return "right";
  return isWrongAfter(after) ? "wrong" : undefined;
}
