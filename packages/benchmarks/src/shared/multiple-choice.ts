import { CORRECT_TAG, type Reference } from "@medhelm/core/helm/instance";

/** One reference an option, in order; `isCorrect` by its place, from 0. */
export const choices = (options: readonly string[], isCorrect: (place: number) => boolean): Reference[] =>
  options.map((text, place) => ({ output: { text }, tags: isCorrect(place) ? [CORRECT_TAG] : [] }));
