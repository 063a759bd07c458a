import { normalized } from "../text/normalized.ts";

/** Measures of how a text is written. They say nothing about whether it is right. */
export interface Style {
  readonly words: number;
  /** the school grade of Flesch and Kincaid (1975), for English; absent for a text of fewer than 30 words or without a sentence */
  readonly grade?: number;
  /** words that weaken a statement, a 100 words */
  readonly hedges: number;
  /** words of four syllables or more, a 100 words: a rough measure of jargon */
  readonly longWords: number;
}

/** Shorter texts have no stable grade. */
const MIN_WORDS = 30;
const HEDGE =
  /\b(?:may|might|could|possibl[ey]|perhaps|likely|unlikely|probabl[ey]|suggests?|suggestive|appears?|seems?|potentially|presumably|uncertain|unclear|cannot rule out)\b/giu;

/** Undefined for a text without words. */
export function styleOf(text: string): Style | undefined {
  const words = text.match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? [];
  if (words.length === 0) return undefined;
  const per100 = (count: number): number => (100 * count) / words.length;
  const syllables = words.map(syllablesOf);
  const sentences = text.split(/(?<![.!?])[.!?]+(?=\s|$)|\n+/u).filter((part) => /\p{L}/u.test(part)).length;
  const all = syllables.reduce((sum, count) => sum + count, 0);
  return {
    words: words.length,
    ...(words.length < MIN_WORDS || sentences === 0
      ? {}
      : { grade: 0.39 * (words.length / sentences) + 11.8 * (all / words.length) - 15.59 }),
    hedges: per100(text.match(HEDGE)?.length ?? 0),
    longWords: per100(syllables.filter((count) => count >= 4).length),
  };
}

/** Groups of vowels, less a silent e. */
function syllablesOf(word: string): number {
  const plain = normalized(word.toLowerCase(), "NFD").replace(/\p{M}/gu, "");
  const groups = plain.match(/[aeiouy]+/gu)?.length ?? 0;
  const isSilent = groups > 1 && /[^aeiouyl]e$/u.test(plain);
  return Math.max(1, groups - (isSilent ? 1 : 0));
}
