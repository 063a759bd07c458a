import { expect, test } from "vitest";
import { awaitingText, poolText } from "./pool-standing.ts";

const standing = {
  deployment: "host/model",
  requests: 520,
  others: 0,
  otherOwners: 0,
  server: "none",
  workers: 0,
} as const;

test.each([
  [{}, "pool of host/model: 520 requests of this submission wait or are asked, no others wait; a worker starts soon"],
  [
    { reason: "r" },
    "pool of host/model: 520 requests of this submission wait or are asked, no others wait; no worker starts: r",
  ],
  [
    { others: 4000, otherOwners: 1, server: "starting" },
    "pool of host/model: 520 requests of this submission wait or are asked, 4,000 others wait (in turns with 1 other owner); its model loads",
  ],
  [
    { others: 10, server: "requested" },
    "pool of host/model: 520 requests of this submission wait or are asked, 10 others wait; its worker waits for a machine",
  ],
  [
    { server: "serving", workers: 1 },
    "pool of host/model: 520 requests of this submission wait or are asked, no others wait; its model answers",
  ],
  [
    { server: "serving", workers: 2 },
    "pool of host/model: 520 requests of this submission wait or are asked, no others wait; 2 workers answer",
  ],
  [
    { server: "failed", reason: "out of memory" },
    "pool of host/model: 520 requests of this submission wait or are asked, no others wait; its last worker failed, and a new one starts: out of memory",
  ],
] as const)("a pool %o is described to a user whose requests wait", (more, text) => {
  expect(poolText({ ...standing, ...more })).toBe(text);
});

test("a run that waits in no pool waits for its deployment", () => {
  expect(awaitingText({ state: "awaiting", deployment: "host/model" })).toBe("waits for host/model");
  expect(awaitingText({ state: "awaiting", deployment: "host/model", pool: { requests: 0 } })).toBe(
    "waits for its next job: the answers of host/model are stored",
  );
});
