/** Words that make a name, a value or a range of a form without a dot. */

import { lazyPattern } from "@medhelm/core/text/lazy-pattern";

/** A word that makes of the form a room, a person, a vitamin, an antigen or a place in the body. */
const NOUN_BEFORE =
  /(?<!\p{L})(?:vitamins?|vit\.?|room|rm\.?|dr\.?|attending|bed|bay|ward|unit|suite|gate|floor|mrn|lead|level|exon|codon|hemoglobin|grade|stage|gene|allele|mutation|variant|hla|parvovirus|coxsackie(?:virus)?|enterovirus|serotype|strain|type|coenzyme|isotope|iodine|radioiodine|yttrium|amps? of|ampules? of|bolus of|factor|receptor|clone|vertebra\p{L}*|nerve|segment)\s+#?$/iu;
const NOUN_AFTER = lazyPattern(
  String.raw`^(?:[-\s]+(?:mask|respirator|oh|hydroxy\p{L}*|catheter|french|foley|needle|gauge|vertebra\p{L}*|burst|dermatome|infusion|bolus|drip|amps?|dextrose|insulin|supplement\p{L}*|mutation|protein|gene|allele|antigen|variant|injections?|ablation|therapy|scan|uptake|radioembolization|microspheres|brachytherapy|pet|stain\p{L}*|expression|immunostain\p{L}*|positive|negative|receptor|inhibitors?|mm ?hg|mg|mcg|ml|meq|kg|cm|mm|bpm|units?|weeks?)(?!\p{L})|\s?[°%])`,
  "iu",
);
const isName = (before: string, form: string, after: string): boolean =>
  !form.includes(".") &&
  form.length < 7 &&
  (NOUN_BEFORE.test(before) || NOUN_AFTER.test(after) || (ISOTOPE.test(form) && TRACER_AFTER.test(after)));
/** "F18-FDG", "C14 urea breath test" */
const ISOTOPE = /^(?:F18|C1[134]|N13|O15|P32|I12[345]|I131|Y90|H3)$/iu;
const TRACER_AFTER =
  /^[-\s]+(?:fdg|psma|dota\p{L}*|mibg|choline|acetate|ammonia|methionine|fluoride|florbeta\p{L}*|flu\p{L}*|urea|breath|glucose|water|sodium|iodide|labell?ed|tracer|isotope|radiotracer|radiolabell?ed)(?!\p{L})/iu;

const TEMPERATURE = /^T(?:3[5-9]|4[0-2]|9[4-9]|10\d)(?:\.\d)?$/;
/** "P88", "R18": pulse and breaths in a list of vital signs. */
const RATE = /^[PR]\d{2,3}$/;
const VITAL_SIGNS = /(?<!\p{L})(?:BP|HR|RR|SpO2|O2|temp(?:erature)?|(?:a?febrile)|vitals?|pulse)(?!\p{L})/iu;
const isVitalSign = (sentence: string, form: string, after: string): boolean =>
  TEMPERATURE.test(form)
    ? /^\s?°|^\s?[CF](?!\p{L})/u.test(after) || VITAL_SIGNS.test(sentence)
    : RATE.test(form) && VITAL_SIGNS.test(sentence) && /^\s?(?:[,;/|]|\.?$|\p{Lu}{2})/u.test(after);

/** Whether a form is a name or a value by the words around it: a room, a vitamin, a temperature. */
export const isNameOrValue = (sentence: string, before: string, form: string, after: string): boolean =>
  isName(before, form, after) || isVitalSign(sentence, form, after);

const RANGE_AFTER =
  /^(?:[-–—]|\s(?:to|through|thru|bis)\s|\s[–—]\s)(?:\p{L}\d[\dAB](?:\.[\dA-Z]{1,4})?)(?![\p{L}\d.])/u;
const RANGE_BEFORE =
  /(?<![\p{L}\d.])(?:\p{L}\d[\dAB](?:\.[\dA-Z]{1,4})?)(?:[-–—]|\s(?:to|through|thru|bis)\s|\s[–—]\s)$/u;

/** Whether a form is an end of a range: K35-K38, E11.0-E11.9. Its ends have the same letter, and with dots the same block. */
export function isRangeEnd(before: string, form: string, after: string): boolean {
  const other = RANGE_AFTER.exec(after)?.[0] ?? RANGE_BEFORE.exec(before)?.[0];
  if (other === undefined) return false;
  const block = /\p{L}\d[\dAB](?:\.[\dA-Z]{1,4})?/u.exec(other)?.[0] ?? "";
  if (block.includes(".") !== form.includes(".")) return false;
  return form.includes(".")
    ? block.slice(0, 3) === form.slice(0, 3) && !/\s/.test(other)
    : form.length === 3 && block.charAt(0) === form.charAt(0);
}
