import { expect, test } from "vitest";
import { latencyTally } from "./latency-tally.ts";

const answer = (request_time: number, more = {}) => ({
  result: { success: true, embedding: [], completions: [], cached: false, request_time, ...more },
});

test("the median and the 95 % quantile of the answers' times", () => {
  const tally = latencyTally();
  for (const seconds of [4, 1, 3, 2, 5]) tally.add(answer(seconds));
  expect(tally.found()).toEqual({ p50Seconds: 3, p95Seconds: 4.8, answers: 5 });
});

test("failed requests, batches and answers without a time are left out", () => {
  const tally = latencyTally();
  tally.add(answer(2));
  tally.add(answer(9, { success: false }));
  tally.add(answer(9, { batch_request_time: 90 }));
  tally.add(answer(0));
  tally.add({});
  expect(tally.found()).toEqual({ p50Seconds: 2, p95Seconds: 2, answers: 1 });
});

test("without a time the latency is unknown", () => {
  expect(latencyTally().found()).toBeUndefined();
});
