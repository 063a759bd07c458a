import { seededRandom } from "@medhelm/testing/seeded-random";

const WORDS =
  "the patient was with and of a no fever cough chest pain aspirin 325 mg daily follow-up in weeks blood pressure 140/90 history denies acute chronic normal left right".split(
    " ",
  );
/** Words of an answer, which shares about half of them with its reference. */
const SHARED = 0.5;

export interface Pair {
  readonly reference: string;
  readonly answer: string;
}

/** Pairs of texts of this number of words. The same seed makes the same pairs. */
export function madePairs({ count, words, seed }: { count: number; words: number; seed: number }): Pair[] {
  const random = seededRandom(seed);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? "";
  return Array.from({ length: count }, () => {
    const reference = Array.from({ length: words }, word);
    const answer = reference.map((given) => (random() < SHARED ? given : word()));
    return { reference: `${reference.join(" ")}.`, answer: `${answer.join(" ")}.` };
  });
}
