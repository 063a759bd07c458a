import { expect, test } from "vitest";
import type { LedgerLine, RunLedgerEntry } from "./ledger-entry.ts";
import { mergeEntries } from "./paid-answers.ts";

/** An entry with a line for each [settings, requests]. No settings: the line covers all of them. */
function entry(...lines: readonly (readonly [string | undefined, number])[]): RunLedgerEntry {
  return {
    formatVersion: 1,
    kind: "run",
    owner: "ann",
    month: "2026-11",
    submission: "sub",
    suite: "s",
    run: "r",
    lines: lines.map(
      ([settings, requests]): LedgerLine => ({
        role: "candidate",
        deployment: "d",
        model: "m",
        ...(settings !== undefined && { settings }),
        requests,
        unmetered: 0,
        promptTokens: requests,
        completionTokens: 0,
        microUsd: 0,
      }),
    ),
  };
}

const merged = (stored: RunLedgerEntry, added: RunLedgerEntry) =>
  mergeEntries(stored, added)?.lines.map(({ settings, requests }) => [settings, requests]);

test("of two sums with equal settings the larger one holds", () => {
  expect(merged(entry(["a", 2]), entry(["a", 3]))).toEqual([["a", 3]]);
  expect(merged(entry(["a", 3]), entry(["a", 2]))).toBeUndefined();
});

test("sums with other settings add up", () => {
  expect(merged(entry(["a", 3]), entry(["b", 2]))).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
});

test("a sum over all settings replaces smaller ones, and holds until they are larger", () => {
  expect(merged(entry(["a", 3], ["b", 2]), entry([undefined, 6]))).toEqual([[undefined, 6]]);
  expect(merged(entry([undefined, 6]), entry(["b", 2]))).toBeUndefined();
  expect(merged(entry([undefined, 1]), entry(["b", 2]))).toEqual([["b", 2]]);
});
