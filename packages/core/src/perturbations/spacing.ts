import { forRobustness, type Perturbation } from "./perturbation.ts";

/** Replaces each space by `spaces` spaces (extra_space_perturbation.py). */
export const extraSpace = (spaces: number): Perturbation => ({
  ...forRobustness,
  name: "extra_space",
  parameters: { num_spaces: spaces },
  apply: (text) => text.replaceAll(" ", " ".repeat(spaces)),
});

/** Replaces each run of spaces by one to `max` spaces (space_perturbation.py). */
export const space = (max: number): Perturbation => ({
  ...forRobustness,
  name: "space",
  parameters: { max_spaces: max },
  apply: (text, random) => text.replaceAll(/ +/g, () => " ".repeat(1 + random.randrange(max))),
});
