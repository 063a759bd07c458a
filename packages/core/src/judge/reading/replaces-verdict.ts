import { lazyPattern } from "../../text/lazy-pattern.ts";

/** The end of the words before an object: a colon, the beginning of a code fence. */
const TO_OBJECT = String.raw`\s*[*_]*[:：]?[*_]*\s*(?:\x60\x60\x60\w*\s*)?$`;
const NOUN =
  "(?:scores?|verdicts?|ratings?|evaluations?|assessments?|judge?ments?|grades?|grading|answer|json|output|result|version)";

/** "First draft:", "My initial scores were" */
const DRAFT = lazyPattern(
  String.raw`(?<!\p{L})(?:draft|(?:first|initial|rough|preliminary|provisional|tentative)\s(?:draft|pass|attempt|try|impression|version|guess|take|reading|${NOUN}))(?:\s(?:is|was|are|were))?(?:\s\([^()\n]{0,40}\))?${TO_OBJECT}`,
  "iu",
);
/** "Final scores:", "My revised verdict is", but not "The answer's final scores:" */
const FINAL = lazyPattern(
  String.raw`(?:^|[^\p{L}\p{N}\s'’]\s*|\n\s*)(?:(?:so|thus|therefore|here (?:is|are)),?\s)?(?:(?:my|the)\s)?(?:final|revised|corrected|updated|amended|definitive)(?:\s(?:and\s)?(?:final|revised|corrected|updated))?(?:\s${NOUN})?(?:\s(?:is|are))?(?:\s\([^()\n]{0,40}\))?${TO_OBJECT}`,
  "iu",
);

/** Whether labels say that a verdict replaces an earlier one: a draft before the earlier one, a final version before the later one. */
export const replacesVerdict = (beforeEarlier: string, beforeLater: string): boolean =>
  DRAFT.test(beforeEarlier.slice(-NEAR)) && FINAL.test(beforeLater.slice(-NEAR));
/** How much of the words before an object is read: white space without end would take long. */
const NEAR = 200;
