import { expect, test } from "vitest";
import { stat } from "./stat.ts";
import { stripVolatile } from "./volatile.ts";

test("stripping removes runtimes from stats, for every perturbation, and keeps the others", () => {
  const worst = { name: "robustness", robustness: true, fairness: false, computed_on: "worst" };
  const stats = [
    stat("exact_match", 1),
    stat("inference_runtime", 2),
    stat({ name: "inference_runtime", perturbation: worst }, 2),
  ];
  expect(stripVolatile("corrected/stats.json", stats)).toEqual([stat("exact_match", 1)]);
  const records = [{ instance_id: "id0", train_trial_index: 0, stats }];
  const stripped = [{ instance_id: "id0", train_trial_index: 0, stats: [stat("exact_match", 1)] }];
  expect(stripVolatile("per_instance_stats.json", records)).toEqual(stripped);
});

test("stripping a scenario state removes the times of its results only", () => {
  const result = { success: true, cached: true, request_time: 1, request_datetime: 2, batch_request_time: 3 };
  const instance = { extra_data: { cached: true } };
  expect(stripVolatile("scenario_state.json", { a: 1, request_states: [{ instance, result }, { instance }] })).toEqual({
    a: 1,
    request_states: [{ instance, result: { success: true } }, { instance }],
  });
});

test("stripping removes runtimes from pages and returns a file without times unchanged", () => {
  const instance = { id: "id0", stats: { inference_runtime: 1, exact_match: 0 }, corrected: { inference_runtime: 1 } };
  expect(stripVolatile("pages/0.json", { page: 0, instances: [instance] })).toEqual({
    page: 0,
    instances: [{ id: "id0", stats: { exact_match: 0 }, corrected: {} }],
  });
  expect(stripVolatile("run_spec.json", { request_time: 1 })).toEqual({ request_time: 1 });
});
