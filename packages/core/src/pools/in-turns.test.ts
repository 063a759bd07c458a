import { expect, test } from "vitest";
import { entryFacts, entryName, markOf } from "./entry-name.ts";
import { inTurns } from "./in-turns.ts";

/** Entries of submissions, in the order in which they were encoded. */
const entriesOf = (...submissions: readonly string[]): string[] =>
  submissions.map((submission, nth) => {
    const facts = { encodedMs: 0, requests: 500, lane: markOf("lane"), run: markOf("run"), submission };
    return entryName(facts, { nth, uuid: "u" });
  });
const a = "a".repeat(16);
const b = "b".repeat(16);
const c = "c".repeat(16);
const turns = (entries: readonly string[], last?: string) =>
  inTurns(entries, last).map((entry) => entryFacts(entry)?.submission);

test.each([
  ["no submission had a turn: the first entry's begins", undefined, [b, c, a, a]],
  ["a had the last turn", a, [b, c, a, a]],
  ["b had the last turn", b, [c, a, a, b]],
  ["the last of the circle had the last turn", c, [a, a, b, c]],
])("%s", (_, last, expected) => {
  expect(turns(entriesOf(b, a, a, c), last)).toEqual(expected);
});

test("the submission after one that has ended has the next turn", () => {
  expect(turns(entriesOf(c, a), b)).toEqual([c, a]);
});

test("entries of an earlier version keep their order, as one submission", () => {
  const earlier = ["0-1.500.x.y.u", ...entriesOf(a)];
  expect(inTurns(earlier, a)).toEqual(earlier);
});
