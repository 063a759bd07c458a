import { expect, test } from "vitest";
import { Request, type RequestState } from "../helm/scenario-state.ts";
import { encoderScoresIndex } from "./encoder-scores.ts";

const typo = { name: "typo", robustness: true, fairness: false, computed_on: "perturbed" };
const answer = (id: string | undefined, trial = 0, perturbation?: typeof typo): RequestState => ({
  instance: {
    input: { text: "Q" },
    references: [],
    ...(id !== undefined && { id }),
    ...(perturbation !== undefined && { perturbation }),
  },
  train_trial_index: trial,
  request: Request.parse({ model_deployment: "d", model: "m", prompt: "Q" }),
  num_train_instances: 0,
  prompt_truncated: false,
  num_conditioning_tokens: 0,
});

test("scores are found by instance, perturbation and trial", () => {
  const index = encoderScoresIndex();
  index.add({ instance_id: "id0", train_trial_index: 0, values: { f: 0.1 } });
  index.add({ instance_id: "id1", train_trial_index: 0, values: { f: 0.2 } });
  index.add({ instance_id: "id0", train_trial_index: 1, values: { f: 0.3 } });
  index.add({ instance_id: "id0", train_trial_index: 0, perturbation: typo, values: { f: 0.4 } });
  const of = (state: RequestState) => index.of(state, "helm")?.["f"];
  expect([answer("id0"), answer("id1"), answer("id0", 1), answer("id0", 0, typo)].map(of)).toEqual([
    0.1, 0.2, 0.3, 0.4,
  ]);
  expect([answer("id2"), answer("id1", 1), answer("id1", 0, typo), answer(undefined)].map(of)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("profile corrected has its own values for an answer that has them, else those of profile helm", () => {
  const index = encoderScoresIndex();
  index.add({ instance_id: "id0", train_trial_index: 0, values: { f: 0.1 }, corrected: { f: 0.9 } });
  index.add({ instance_id: "id1", train_trial_index: 0, values: { f: 0.2, p: 0 } });
  const of = (id: string) => [index.of(answer(id), "helm"), index.of(answer(id), "corrected")];
  expect(of("id0")).toEqual([{ f: 0.1 }, { f: 0.9 }]);
  expect(of("id1")).toEqual([
    { f: 0.2, p: 0 },
    { f: 0.2, p: 0 },
  ]);
});
