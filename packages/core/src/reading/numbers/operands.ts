import { lazyPattern } from "../../text/lazy-pattern.ts";
import { UNIT } from "./unit-pattern.ts";

const OPERAND_BEFORE = lazyPattern(
  `(?:[\\d)\\]²³%\\p{L}]\\s?[×*·÷/^]\\s?|[\\d)\\]²³%]\\s?(?:${UNIT})?\\s?(?:\\([^()]{0,60}\\)\\s?)?\\s[-+–]\\s|[\\d)][-+]|\\d\\s?\\+|(?:plus|minus|times|divided by|multiplied by|\\dx?\\sx)\\s(?:\\p{L}[\\p{L} ]{0,24}\\s)?)[\\s([]*$`,
  "iu",
);

/** The text after an operand and its unit. */
export const OPERAND_AFTER = lazyPattern(
  String.raw`^\)*\s?(?:\([^()]{0,80}\)\s?)?(?:[×*÷^]\s?[\d(\p{L}√]|[·+/]\s?[\d(√]|-[(\d]|[-–]\s(?!\d+-\p{L})[\d(√]|[×*·÷/+]\s*$|[-–×*x+÷/]\s(?:the\s)?(?:patient'?s?\s)?(?:age|weight|height|creatinine|edad|alter|âge|idade|peso|poids|gewicht)(?!\p{L})|(?:plus|minus|times|divided by|multiplied by|x)\s\(?(?:\p{L}+\s){0,3}[\d.])`,
  "iu",
);
const UNIT_AT = lazyPattern(`^\\s?${UNIT}(?:\\s?per\\s\\S{1,12})?`, "iu");

/** The text after a number without its unit. */
export const afterUnit = (after: string): string => {
  const unit = UNIT_AT.exec(after)?.[0] ?? "";
  return /^\s?(?:plus|minus|times|divided|multiplied|x|or|and|to)$/iu.test(unit)
    ? after.trimStart()
    : after.slice(unit.length).trimStart();
};
const IN_FUNCTION = lazyPattern(
  String.raw`(?:√|(?<!\p{L})(?:sqrt|ln|log|exp|min|max|round|int|float|str|abs|pow|sum))\s?\([^()\n]{0,80}$`,
  "iu",
);
/** "multiply the 50 mg/day by the factor, 1.5": arithmetic in words, up to its result. */
const WORDED_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:multipl(?:y|ied|ying)|divid(?:e|ed|ing))\s(?:(?!\s(?:is|are|was|gives?|giving|yields?|equals?|get|obtain|results?|makes?|making|so|then|and)\s)[^.,;:=≈→\n]|\.(?=\d)|(?<=factor|coefficient|constant|ratio),){0,90}$`,
  "iu",
);
/** "increase the score by 2" */
const CHANGED_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:increas|decreas|increment|reduc|rais|lower)(?:e|es|ed|ing|s)?\s(?:(?:the|this|his|her|total|current|running|count|score|criteria|sum|points?)\s){0,4}by\s$`,
  "iu",
);

/** Whether a number is an operand of arithmetic, or an argument of a function. */
export const isOperand = (before: string, after: string): boolean =>
  IN_FUNCTION.test(before) ||
  WORDED_BEFORE.test(before) ||
  CHANGED_BEFORE.test(before) ||
  OPERAND_BEFORE.test(before) ||
  OPERAND_AFTER.test(after.trimStart()) ||
  OPERAND_AFTER.test(afterUnit(after.split("\n", 1)[0] ?? ""));
