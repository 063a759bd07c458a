import { CORRECT_TAG, type Reference } from "@medhelm/core/helm/instance";

/** Makes one reference per option, in order. `isCorrect` gets the position, from 0. */
export const choices = (options: readonly string[], isCorrect: (place: number) => boolean): Reference[] =>
  options.map((text, place) => ({ output: { text }, tags: isCorrect(place) ? [CORRECT_TAG] : [] }));
