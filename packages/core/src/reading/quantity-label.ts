import { type AskedFor, namedIn } from "./asked-for.ts";

/** Half of the words name a quantity. */
export const NAMED = 0.5;

/** A quantity to find is not yet found: "To find the clearance, ..." */
const TO_FIND =
  /^[^\p{L}]*(?:first,? )?(?:to|in order to|we|let's|i) (?:\p{L}+ ){0,2}(?:find|calculate|compute|determine|estimate|get)(?!\p{L})/iu;
const LINK =
  /(?:(?<!\p{L})(?:is|was|are|be|of|to|at|on|as|equals?|equaling|gives|giving|yields|yielding|makes|ist|es|est|é|è|sería|beträgt|vaut)(?:\s(?:therefore|thus|then|now|also|only|just|still|simply|clearly))?|[:=≈→⇒|~–—-]|为|是|は)\s*(?:["'([*]|~|≈|=|(?:approximately|approx\.?|about|around|roughly|nearly|almost|estimated at|calculated as|calculated to be|the|a|an|now|in fact|circa|ca\.?|unos|aproximadamente|environ|etwa|équivaut à|therefore)(?![\p{L}])|\s)*$/iu;
/** A value that is the measure of something else, or of the patient. */
const INPUT_BEFORE =
  /(?<!\p{L})(?:age|aged|weigh(?:t|s|ing)|height|bmi|bp|blood pressure|heart rate|hr|rr|respiratory rate|temp(?:erature)?|spo2|sodium|potassium|chloride|bicarbonate|creatinine|albumin|glucose|urea|bun|bilirubin|inr|platelets?|(?:correction )?factor|lmp|last menstrual period|menses|period|today|cycle|gcs on arrival)(?:'s)?\s*(?:(?:is|was|of|on|at)\s|[:=,]\s?)*(?:the\s)?["'([*~≈]*$|(?<!\p{L})(?:male|female|patient|he|she)(?:'s)?\s(?:is|was)\s$/iu;
/** A value to compare with. */
const REFERENCE_BEFORE =
  /(?<!\p{L})(?:normal|normally|reference|ref|range|threshold|cut-?off|goal|limit|healthy|overweight|obese|obesity|underweight|expected|average|typical|mortality|risk|rate|measured|reported|documented|versus|compared (?:with|to)|rounded from|from|(?:target|normal) (?:is|of))(?!\p{L})[^.;:\n=]{0,30}$/iu;
/** "a score of 0-1 means" is about all patients. */
const INDEFINITE =
  /(?:^|[;:.]\s?)[^\p{L}]*(?:an?|any)\s(?:\p{L}+\s)?(?:score|value|level|result)s?\s(?:of|between|from|above|below)\s$/iu;
export const REFERENCE_AFTER =
  /^\s?of (?:the )?(?:normal|patients|baseline)|^[^.;,\n\d]{0,24}(?<!\p{L})(?:threshold|cut-?off|upper limit|lower limit|on arrival|before term|until term|remaining|ago|left|in the past|initially|at first)(?!\p{L})/iu;

/** Whether a value is of something else: an input, or a value to compare with. */
export function isAside(before: string, after: string, { words }: AskedFor): boolean {
  if (REFERENCE_AFTER.test(after) || INPUT_BEFORE.test(before)) return true;
  if (INDEFINITE.test(before)) return true;
  const reference = REFERENCE_BEFORE.exec(before)?.[0].split(" ", 1)[0];
  return reference !== undefined && !words.includes(reference.toLowerCase());
}

/** How well the words before a place name the quantity of the question, if only a link is between them. */
export function shareBefore(head: string, before: string, asked: AskedFor): number {
  if (TO_FIND.test(head)) return 0;
  const near = linkedShare(before, asked, true);
  return near > 0 || NEW_CLAUSE.test(before) ? near : linkedShare(head, asked, false);
}

/** Another quantity follows: ", a chloride of", "and the patient is". */
const NEW_CLAUSE =
  /(?:[,;]|(?<!\p{L})(?:and|while|but|with|using|given|based on|assuming|und|y|et))\s+(?!(?:is|was|equals?|comes|gives|to|about|approximately|=)(?!\p{L}))(?:\p{L}|\d)/iu;

function linkedShare(label: string, asked: AskedFor, isNear: boolean): number {
  const { share, end } = namedIn(label, asked);
  if (share === 0) return 0;
  const tail = label.slice(end);
  if (/^[\s)"'\]*]*(?:(?:score|index|level|concentration|criteria|points?)\s*)*$/iu.test(tail)) return share;
  if (!LINK.test(tail) || REFERENCE_BEFORE.test(tail)) return 0;
  return isNear && INPUT_BEFORE.test(tail) ? 0 : share;
}
