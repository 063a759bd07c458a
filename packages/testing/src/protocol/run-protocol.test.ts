import { expect, test } from "vitest";
import { explore } from "./explore.ts";
import { RULES, runProtocol } from "./run-protocol.ts";

const TWO = { configurations: ["a", "b"], acquisitions: 2, deaths: 0, lostReplies: 0, ends: 1 };

test("no order of the moves of two workers breaks the protocol or leaves the run without a seal", () => {
  expect(explore(runProtocol(TWO))).toMatchObject({ kind: "right" });
});

test.each([
  ["leaseIsConditional", "two workers take the run under one term"],
  ["ownFolder", "a worker writes into complete files"],
  ["leavesLaterTerm", "an earlier worker replaces the identity of a later one"],
  ["termsRise", "an earlier worker replaces the identity of a later one"],
  ["firstAnswerCounts", "a stored answer is replaced"],
  ["decides", "the seal names files that are not complete"],
  ["sealIsConditional", "the seal goes back to an earlier generation"],
] as const)("without the rule %s, the exploration finds that %s", (rule, what) => {
  expect(explore(runProtocol(TWO, { ...RULES, [rule]: false }))).toMatchObject({ kind: "wrong", what });
});

const THREE = { configurations: ["a", "b", "b"], acquisitions: 3, deaths: 0, lostReplies: 0, ends: 0 };

test.each([
  ["leaseIsConditional", "two workers take the run under one term"],
  ["leavesLaterTerm", "an earlier worker replaces the identity of a later one"],
  ["termsRise", "an earlier worker replaces the identity of a later one"],
  ["firstAnswerCounts", "a stored answer is replaced"],
] as const)("with three workers and without the rule %s, the exploration finds that %s", (rule, what) => {
  expect(explore(runProtocol(THREE, { ...RULES, [rule]: false }))).toMatchObject({ kind: "wrong", what });
});

const isLong = process.env["MEDHELM_CHAOS"] !== undefined;

test
  .skipIf(!isLong)
  .each([
    { configurations: ["a", "a", "a"], acquisitions: 3, deaths: 0, lostReplies: 0, ends: 0 },
    THREE,
    { configurations: ["a", "a", "a"], acquisitions: 3, deaths: 1, lostReplies: 0, ends: 0 },
    { configurations: ["a", "a", "a"], acquisitions: 3, deaths: 0, lostReplies: 1, ends: 0 },
    { configurations: ["a", "b"], acquisitions: 3, deaths: 1, lostReplies: 1, ends: 1 },
  ])("no order of moves breaks the protocol within %o (npm run chaos)", { timeout: 3_600_000 }, (bounds) => {
  expect(explore(runProtocol(bounds))).toMatchObject({ kind: "right" });
});
