import { parseJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { z } from "zod";
import { STORED_KINDS, type StoredKind } from "./stored-kinds.ts";
import { v1Objects } from "./v1-objects.ts";
import { v2Objects } from "./v2-objects.ts";

const objects = new Map([...v2Objects(), ...v1Objects()]);

/** Returns the kind's first stored object with changes. */
function read({ keys, schema }: StoredKind, change: Readonly<Record<string, unknown>>): unknown {
  const [, text = ""] = [...objects].find(([key]) => keys.test(key)) ?? [];
  const value = { ...z.record(z.string(), z.unknown()).parse(JSON.parse(text)), ...change };
  return parseJson(new TextEncoder().encode(JSON.stringify(value)), "place/file.json", schema);
}

test.each(STORED_KINDS)("the reader of a $kind ignores a field that a later version may add", (kind) => {
  expect(read(kind, { addedLater: { a: 1 } })).toEqual(read(kind, {}));
});

test.each(STORED_KINDS)("the reader of a $kind refuses format 99 and says what to do", (kind) => {
  expect(() => read(kind, { formatVersion: 99 })).toThrow(
    /^place\/file\.json: this object has format 99, and this medhelm reads formats up to \d; upgrade medhelm$/,
  );
});

/** Fields that a later version may add inside an object. */
const PRICE = { inputUsdPerMillion: 1, outputUsdPerMillion: 2, addedLater: 1 };
const LINE = {
  role: "judge",
  deployment: "d",
  model: "m",
  requests: 1,
  unmetered: 0,
  promptTokens: 1,
  completionTokens: 1,
  microUsd: 1,
};
test.each([
  ["submission", { request: { suite: "s", entries: [{ description: "e", addedLater: 1 }], addedLater: 1 } }],
  ["release request", { request: { name: "r", suites: ["s"], profile: "helm", publish: true, addedLater: 1 } }],
  ["API key", { quota: { runsPerDay: 1, usdPerMonth: 1, requestsPerMinute: 1, addedLater: 1 } }],
  ["answer", { paidBy: { submission: "i", suite: "s", run: "r", price: PRICE } }],
  ["ledger entry", { kind: "run", run: "r", lines: [{ ...LINE, price: PRICE }] }],
])("the reader of a stored %s ignores an unknown field inside it", (name, change) => {
  const kind = STORED_KINDS.find((one) => one.kind === name);
  expect(JSON.stringify(kind && read(kind, change))).toMatch(/^(?!.*addedLater).+$/);
});
