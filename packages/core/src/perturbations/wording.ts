import { forRobustness, type Perturbation } from "./perturbation.ts";

/** Converts the text to lower case (lowercase_perturbation.py). */
export const lowercase: Perturbation = {
  ...forRobustness,
  name: "lowercase",
  apply: (text) => text.toLowerCase(),
};

/** Appends a style to the text (suffix_perturbation.py). It tests neither robustness nor fairness. */
export const suffix = (style: string): Perturbation => ({
  name: "style",
  robustness: false,
  fairness: false,
  parameters: { suffix: style },
  apply: (text) => `${text}, ${style}`,
});
