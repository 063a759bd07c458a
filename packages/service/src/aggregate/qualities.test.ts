import { plan, runToSeal, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";

const qualitiesOf = async (entry: string) =>
  (await runToSeal(workerPorts(memoryStore(), { answered: [] }), workRequest(await plan(4, entry)))).qualities;

// If these numbers change by a new rule, raise the version of the manifest's rules (derived-rules.ts).
test("the seal has the scores of changed questions, and their worst case", async () => {
  const lowercase = { instances: 4, plain: 0.25, changed: 0.25, worst: 0.25, flips: { share: 0, of: 4 } };
  expect(await qualitiesOf("demo_questions:data_augmentation=lower,model=baseline/longest-option")).toEqual({
    robustness: {
      changes: [{ perturbation: "lowercase", ...lowercase }],
      all: { instances: 4, plain: 0.25, worst: 0.25, spread: 0 },
    },
  });
});

test("the seal has the style of free answers", async () => {
  expect(await qualitiesOf("demo_notes:model=baseline/lead-sentences")).toEqual({
    style: {
      answers: 4,
      ofAnswers: { grade: 5.579784582970068, hedges: 0.6756756756756757, longWords: 4.619192925644539, words: 32 },
      ofReferences: {
        grade: 11.52204525954526,
        hedges: 1.5476190476190477,
        longWords: 8.446589446589446,
        words: 31.75,
      },
    },
  });
});
