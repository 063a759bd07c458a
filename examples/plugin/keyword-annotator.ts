import type { AnnotatorFactory } from "medhelm/plugin";

/**
 * An annotator: a step after each answer. scenario_state.json keeps its findings under its name, so that `medhelm score`
 * repeats neither the model nor this step. The same answer must give the same annotation.
 */
export const keywordAnnotator: AnnotatorFactory = async () => ({
  name: "keywords",
  annotate: async ({ instance, result }) => {
    const answer = (result?.completions[0]?.text ?? "").toLowerCase();
    const wanted = instance.references[0]?.output.text.split(", ") ?? [];
    return { annotation: { found: wanted.filter((word) => answer.includes(word)), wanted: wanted.length } };
  },
});
