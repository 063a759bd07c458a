import { expect, test } from "vitest";
import { servedName } from "./model-of-run.ts";
import { type Seen, type ServedModels, withSeen } from "./served-model.ts";

const PLACE = { deployment: "a/b", endpoint: "http://127.0.0.1:8000/v1/chat/completions" };
const after = (...seen: readonly Seen[]): ServedModels | undefined =>
  seen.reduce<ServedModels | undefined>((stored, one) => withSeen(stored, PLACE, one), undefined);
const latest = (...seen: readonly Seen[]) => {
  const record = after(...seen);
  return record?.models[record.latest];
};

test("the first model of a deployment has no revision, so that older answers stay in use", () => {
  expect(latest({ reported: "m" })).toEqual({ reported: "m" });
});

test.each([
  ["another id", { reported: "m-2" }, { reported: "m-2", revision: "9e84248410ba6d5c" }],
  ["other weights", { reported: "m", weights: "w2" }, { reported: "m", weights: "w2", revision: "69bc22d646590bc6" }],
])("%s is another model, with a revision of its own", (_, seen, found) => {
  expect(latest({ reported: "m", weights: "w1" }, seen)).toEqual(found);
});

test("a model that comes back has the revision that it had before", () => {
  expect(latest({ reported: "m" }, { reported: "m-2" }, { reported: "m" })).toEqual({ reported: "m" });
});

test("weights that one canary did not find distinguish nothing, and are kept", () => {
  expect(latest({ reported: "m", weights: "w" }, { reported: "m" })).toEqual({ reported: "m", weights: "w" });
});

test("whether a model thinks is decided once", () => {
  expect(latest({ reported: "m", thinks: false }, { reported: "m", thinks: true })).toEqual({
    reported: "m",
    thinks: false,
  });
});

test("a digest is shown by its first 12 digits, and a folder by its name", () => {
  expect([
    servedName({ reported: "llama3.2", weights: "ab".repeat(32) }),
    servedName({ reported: "m", weights: "/models/qwen" }),
    servedName({}),
  ]).toEqual(["llama3.2 (weights abababababab)", "m (weights /models/qwen)", "a model without a name"]);
});

test("a changed fingerprint is another model, and one that a canary did not find distinguishes nothing", () => {
  const first = { reported: "m", fingerprint: "f1" };
  expect(latest(first, { reported: "m", fingerprint: "f2" })).toEqual({
    reported: "m",
    fingerprint: "f2",
    revision: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(latest(first, { reported: "m" })).toEqual(first);
  expect(latest(first, { reported: "m", fingerprint: "f2" }, first)).toEqual(first);
});
