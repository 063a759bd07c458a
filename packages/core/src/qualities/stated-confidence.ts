/** A line that begins with the word and states a percentage, also within a mark such as ** or a bullet. */
const STATED = /^[^\p{L}\p{N}\n]*confidence[^\p{L}\p{N}\n]*(\d{1,3}(?:\.\d+)?)[ ]*(?:%|percent|\/[ ]*100\b)/gimu;

/** The confidence that an answer states on a line of its own, from 0 to 1; undefined without one, above 100 %, or for several values. */
export function statedConfidence(answer: string): number | undefined {
  const [first, ...others] = new Set([...answer.matchAll(STATED)].map(([, percent]) => Number(percent)));
  return first === undefined || others.length > 0 || first > 100 ? undefined : first / 100;
}
