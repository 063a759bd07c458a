import { expect, test } from "vitest";
import { Buckets, DispatchQueue, EdgeKey, readEnvironment } from "./environment.ts";

const Environment = Buckets.extend(DispatchQueue.shape);
const whole = {
  MEDHELM_RESULTS_BUCKET: "results",
  MEDHELM_INPUTS_BUCKET: "inputs",
  MEDHELM_DATA_BUCKET: "data",
  MEDHELM_SCRATCH_BUCKET: "scratch",
  MEDHELM_DISPATCH_QUEUE: "https://sqs.eu-central-1.amazonaws.com/0/dispatch",
};

test("an entry point reads its own variables", () => {
  expect(readEnvironment("api", Environment, { ...whole, HOME: "/root" })).toEqual(whole);
});

test("an entry point names all missing variables in one sentence, and an empty variable counts as missing", () => {
  const env = { MEDHELM_RESULTS_BUCKET: "results", MEDHELM_INPUTS_BUCKET: "", MEDHELM_DISPATCH_QUEUE: "dispatch" };
  expect(() => readEnvironment("api", Environment, env)).toThrow(
    "api: MEDHELM_INPUTS_BUCKET, MEDHELM_DATA_BUCKET, MEDHELM_SCRATCH_BUCKET must be set in its environment; MEDHELM_DISPATCH_QUEUE=dispatch cannot be used; see infra/",
  );
});

test("the sentence about a key that is too short does not have the key", () => {
  expect(() => readEnvironment("api", EdgeKey, { MEDHELM_EDGE_KEY: "short" })).toThrow(
    "api: MEDHELM_EDGE_KEY cannot be used; see infra/",
  );
});

test("the variable of the key between CloudFront and the API may hold two keys", () => {
  const [older, newer] = ["o".repeat(48), "n".repeat(48)];
  expect(readEnvironment("api", EdgeKey, { MEDHELM_EDGE_KEY: `${newer},${older}` })).toEqual({
    MEDHELM_EDGE_KEY: [newer, older],
  });
});
