import { type PageFile, runPageFiles, type ShownInstance } from "@medhelm/core/release/pages/run-page-files";

const WORDS =
  "patient note fever dose daily history blood pressure tablet night visit chest pain normal left right follow week".split(
    " ",
  );

/** The files of pages/ of a run with the given number of invented instances. Runs with different seeds have different text. */
export function inventedPages(instances: number, seed = 1): AsyncGenerator<PageFile> {
  const means = { helm: 0.5, corrected: 0.5 };
  const metric = { name: "exact_match", range: { min: 0, max: 1 }, isJudged: true, means, judges: ["lexical"] };
  return runPageFiles(shown(instances, seed), metric);
}

/** About 1,500 characters an instance, which compress as other English text does. */
async function* shown(instances: number, seed: number): AsyncGenerator<ShownInstance> {
  let state = seed;
  const words = (count: number) =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return WORDS[(state >>> 16) % WORDS.length];
    }).join(" ");
  for (let i = 0; i < instances; i++) {
    const question = words(160);
    yield {
      question,
      isCut: false,
      details: {},
      instance: {
        id: `id${i}`,
        trial: 0,
        split: "test",
        prompt: `Answer the question.\n\n${question}\nAnswer:`,
        response: words(60),
        references: [{ text: words(10), correct: true }],
        stats: { exact_match: i % 2, num_output_tokens: 60 },
        corrected: { exact_match: i % 2 },
        judgements: [
          {
            judge: "lexical",
            standIn: true,
            criteria: [{ name: "accuracy", score: 1 + (i % 5), explanation: words(12) }],
          },
        ],
      },
    };
  }
}
