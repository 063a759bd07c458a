import type { WorkProgress } from "@medhelm/service/work/ports";
import { expect, test } from "vitest";
import { duration, progressLine } from "./progress-line.ts";

const CLEAR = "\r\u001B[K";

function screen(isTTY: boolean) {
  const written: string[] = [];
  let nowMs = 0;
  const line = progressLine({ isTTY, write: (text) => written.push(text) }, () => nowMs);
  return {
    written,
    clear: line.clear,
    end: line.end,
    count: line.count,
    at(seconds: number, done: number, more: Partial<WorkProgress> = {}): void {
      nowMs = 1000 * seconds;
      line.report({ run: "r", stage: "asking", done, total: 100, failed: 0, reused: 0, ...more });
    },
  };
}

test("on a terminal one line is rewritten, with the time that remains", () => {
  const { written, at, clear } = screen(true);
  at(0, 0);
  at(10, 10);
  at(20, 20, { failed: 2 });
  clear();
  expect(written).toEqual([
    `${CLEAR}r: 0 of 100`,
    `${CLEAR}r: 10 of 100, 1 min 30 s left`,
    `${CLEAR}r: 20 of 100, 2 failed, 1 min 20 s left`,
    CLEAR,
  ]);
});

test("work of an unknown amount has its number alone", () => {
  const { written, count } = screen(true);
  count("objects deleted", 3);
  expect(written).toEqual([`${CLEAR}objects deleted: 3`]);
});

test("the remaining time of BERTScore follows its own pace", () => {
  const { written, at } = screen(true);
  at(0, 0);
  at(90, 100);
  at(100, 0, { stage: "encoding" });
  at(110, 20, { stage: "encoding" });
  expect(written.slice(-2)).toEqual([`${CLEAR}r: BERTScore: 0 of 100`, `${CLEAR}r: BERTScore: 20 of 100, 40 s left`]);
});

test("answers from before do not count for the pace, because they arrive at once", () => {
  const { written, at } = screen(true);
  at(0, 0);
  at(10, 60, { reused: 50 });
  expect(written.at(-1)).toBe(`${CLEAR}r: 60 of 100, 50 from before, 40 s left`);
});

test("without a new answer there is no remaining time", () => {
  const { written, at } = screen(true);
  at(0, 0);
  at(10, 50, { reused: 50 });
  expect(written.at(-1)).toBe(`${CLEAR}r: 50 of 100, 50 from before`);
});

test("the line is rewritten at most ten times a second", () => {
  const { written, at } = screen(true);
  for (const seconds of [0, 0.02, 0.05, 0.09, 0.11]) at(seconds, 100 * seconds);
  expect(written.length).toBe(2);
});

test("a log gets a line every ten seconds, and no line for a shorter run", () => {
  const { written, at, clear } = screen(false);
  at(0, 0);
  at(9, 40);
  expect(written).toEqual([]);
  at(10, 50);
  at(19, 95);
  at(20, 100);
  clear();
  expect(written).toEqual(["r: 50 of 100, 10 s left\n", "r: 100 of 100, 0 s left\n"]);
});

test("the next run starts with its own pace", () => {
  const { written, at, end } = screen(true);
  at(0, 0);
  at(100, 100);
  end("r");
  at(100, 0, { run: "q" });
  at(101, 50, { run: "q" });
  expect(written.at(-1)).toBe(`${CLEAR}q: 50 of 100, 1 s left`);
});

test("runs that run at once share the line", () => {
  const { written, at, end } = screen(true);
  at(0, 0);
  at(0, 0, { run: "q" });
  at(10, 10);
  at(11, 40, { run: "q" });
  end("q");
  at(20, 20);
  expect(written).toEqual([
    `${CLEAR}r: 0 of 100`,
    `${CLEAR}2 runs: 10 of 200, 3 min 10 s left`,
    `${CLEAR}2 runs: 50 of 200, 33 s left`,
    CLEAR,
    `${CLEAR}r: 20 of 100, 1 min 20 s left`,
  ]);
});

test("a notice has its own line, and loading and writing show no progress", () => {
  const { written, at } = screen(true);
  at(0, 0, { stage: "loading", notice: "the prompt has changed" });
  at(5, 100, { stage: "writing" });
  expect(written).toEqual([`${CLEAR}r: the prompt has changed\n`]);
});

test("the line names the kinds of failures, the verdicts, the tokens and the dollars", () => {
  const { written, at } = screen(true);
  at(0, 0);
  at(10, 50, {
    failed: 3,
    failures: { timeout: 1, rate_limit: 2 },
    spent: { verdictsAsked: 141, verdictsScored: 140, tokens: 12_345, microUsd: 23_400 },
  });
  expect(written.at(-1)).toBe(
    `${CLEAR}r: 50 of 100, 3 failed (rate_limit 2, timeout 1), 10 s left, 140 of 141 verdicts, 12,345 tokens, $0.0234`,
  );
});

test("the dollars of several runs are left out if a price is unknown", () => {
  const { written, at } = screen(true);
  at(0, 0, { spent: { verdictsAsked: 0, verdictsScored: 0, tokens: 10, microUsd: 5 } });
  at(1, 0, { run: "q", spent: { verdictsAsked: 0, verdictsScored: 0, tokens: 20 } });
  expect(written.at(-1)).toBe(`${CLEAR}2 runs: 0 of 200, 30 tokens`);
});

test("a line is cut to the width of the terminal, because a wrapped line cannot be rewritten", () => {
  const written: string[] = [];
  const line = progressLine({ isTTY: true, columns: 12, write: (text) => written.push(text) }, () => 0);
  line.report({ run: "a_long_name", stage: "asking", done: 0, total: 100, failed: 0, reused: 0 });
  expect(written).toEqual([`${CLEAR}a_long_nam…`]);
});

test.each([
  [-1, "0 s"],
  [59.4, "59 s"],
  [59.6, "1 min 0 s"],
  [3599, "59 min 59 s"],
  [3600, "1 h 0 min"],
  [90_061, "25 h 1 min"],
])("%d seconds are %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("characters that a terminal would obey are shown as marks", () => {
  const { written, at } = screen(true);
  at(0, 0, { notice: "it says \u001B[2J" });
  expect(written[0]).toBe(`${CLEAR}r: it says ⟦U+001B⟧[2J\n`);
});
