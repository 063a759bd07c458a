import type { Scale } from "@medhelm/core/judge/reading/parse-strict";

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
const RANGE = String.raw`${NUMBER}(?:\s*\([^()\n]*\))?\s*(?:to|and|through|[-–—])\s*${NUMBER}\b`;
/** Excludes the length of an answer or the age of a patient. */
const NO_UNIT = String.raw`(?!\s+(?:\w+\s+)?(?:words?|sentences?|paragraphs?|lines?|items?|bullets?|points? per|days?|weeks?|months?|years?|hours?)|\s*%)`;
const ABOUT_SCORES = String.raw`\b(?:from|between|scale(?: of)?|(?:scores?|scored|scoring|rate|rates|rated|rating|ratings|grades?|graded)(?: \w+){0,4}?)\s*[:(]?\s*`;
const RANGES = [
  // "from 0 to 5", "scale of 1-5", "a score between 0 and 10", "score (1 to 5)", "0 (worst) to 5 (best)" after such a word
  new RegExp(`${ABOUT_SCORES}${RANGE}${NO_UNIT}`, "gi"),
  // "a 1-5 scale", "on a 0 to 10 point scale"
  new RegExp(`${RANGE}[- ](?:points? )?(?:scale|rating)`, "gi"),
  // "accuracy: 1 to 5", "(0-5)"
  new RegExp(`[:(]\\s*${RANGE}(?=\\s*(?:[).,;]|$))`, "gim"),
];
const BRACKETS = /\([^()\n]*\)/g;
/** "0 = useless" */
const ANCHOR = new RegExp(String.raw`(?<![\w.])${NUMBER}\s*=(?!=)`, "g");

/**
 * Finds the scale that a judge prompt names, if all its mentions agree. Anchors ("0 = useless; 5 = perfect") take precedence
 * over ranges ("from 0 to 5"). Undefined if the prompt names no scale, or several.
 */
export function scaleOfPrompt(template: string): Scale | undefined {
  const anchored = anchoredScales(template);
  return agreed(anchored.length > 0 ? anchored : rangesIn(template));
}

/**
 * Anchors in one pair of brackets form one scale, otherwise those in one line. If each anchor has its own line, all of them do.
 */
function anchoredScales(template: string): Scale[] {
  const lines = template.split("\n");
  const scales = lines.flatMap((line) => {
    const bracketed = [...line.matchAll(BRACKETS)].flatMap(([text]) => spanOf(anchorsIn(text)));
    return bracketed.length > 0 ? bracketed : spanOf(anchorsIn(line));
  });
  return scales.length > 0 ? scales : spanOf(lines.flatMap(anchorsIn));
}

const anchorsIn = (text: string): number[] => [...text.matchAll(ANCHOR)].map(([, value]) => Number(value));

function spanOf(values: readonly number[]): Scale[] {
  const scale = { min: Math.min(...values), max: Math.max(...values) };
  return values.length > 1 && scale.min < scale.max ? [scale] : [];
}

const rangesIn = (text: string): Scale[] =>
  RANGES.flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, min, max]) => ({ min: Number(min), max: Number(max) }))
    .filter(({ min, max }) => min < max);

function agreed(scales: readonly Scale[]): Scale | undefined {
  const [first] = scales;
  return scales.every(({ min, max }) => min === first?.min && max === first.max) ? first : undefined;
}
