import { expect, test } from "vitest";
import { Request, type RequestState } from "../helm/scenario-state.ts";
import { judgeTally } from "./coverage.ts";

const common = { model: "m", modelDeployment: "d", standIn: false, protocol: "fenced", attempts: [] };
const scored = { kind: "scored", ...common, judge: "a", scores: {}, isRepaired: false };
const unscored = { kind: "unscored", ...common, judge: "b", reason: "judge_failed", message: "no reply" };
const state = (verdicts: readonly unknown[]): RequestState => ({
  instance: { input: { text: "Q" }, references: [], id: "id0" },
  train_trial_index: 0,
  request: Request.parse({ model_deployment: "d", model: "m", prompt: "Q" }),
  num_train_instances: 0,
  prompt_truncated: false,
  num_conditioning_tokens: 0,
  annotations: { medhelm_verdicts: { notes: verdicts } },
});

test("verdicts are counted by judge; an empty answer has none", () => {
  const tally = judgeTally();
  for (const verdicts of [[scored, unscored], [scored], []]) tally.add(state(verdicts));
  expect(tally.of("a")).toEqual({ asked: 2, scored: 2 });
  expect(tally.of("b")).toEqual({ asked: 1, scored: 0 });
  expect(tally.of("c")).toEqual({ asked: 0, scored: 0 });
});
