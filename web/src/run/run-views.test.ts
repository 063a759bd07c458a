import type { ListRow } from "@medhelm/core/release/runs/run-list";
import { describe, expect, it } from "vitest";
import { chipsOf, countOf, passes } from "./chips.ts";
import { compareCodes } from "./codes.ts";
import { foldEnd, tailStart } from "./fold.ts";
import { judgeMatrix } from "./matrix.ts";
import { queryResults } from "./query-results.ts";
import { overlaps } from "./overlaps.ts";

describe("text of models", () => {
  it("is folded by length and by lines, and never inside a character", () => {
    const size = { characters: 5, lines: 2 };
    expect([
      foldEnd("abcdefgh", 0, size),
      foldEnd("a\nb\nc\nd", 0, size),
      foldEnd("abcd😀e", 0, size),
      foldEnd("ab", 0, size),
    ]).toEqual([5, 4, 6, 2]);
  });

  it("is folded before a word, so that no half of one is shown", () => {
    expect(foldEnd("who presents to your clinic", 0, { characters: 18, lines: 2 })).toBe(16);
  });

  it("shows the end of a prompt from the beginning of a line, of a word, or of a character", () => {
    const size = { characters: 9, lines: 2 };
    expect([
      tailStart("a\nb\nc\nd", size),
      tailStart("first second third", size),
      tailStart("abcd😀efghijkl", size),
      tailStart("ab", size),
    ]).toEqual([4, 13, 6, 0]);
  });
});

describe("the list of a run", () => {
  const row: ListRow = { id: "a", page: 1, text: "", outcomes: "0>", marks: "dc" };
  const shown = (profile: "helm" | "corrected", lowerIsBetter: boolean) =>
    chipsOf({ profile, lowerIsBetter })
      .filter((chip) => passes(chip, row))
      .map(({ name }) => name);

  it("has filters of the outcome under the shown profile and of the marks", () => {
    expect(shown("helm", false)).toEqual(["", "wrong", "disagree", "cut"]);
    expect(shown("corrected", false)).toEqual(["", "disagree", "cut"]);
    expect(shown("corrected", true)).toEqual(["", "weak", "disagree", "cut"]);
  });

  it("counts all instances from the index, and leaves the count of an older run open", () => {
    const [all, wrong] = chipsOf({ profile: "helm", lowerIsBetter: false });
    if (all === undefined || wrong === undefined) throw new Error("there are no chips");
    expect([countOf(all, {}, 9), countOf(wrong, { "helm:0": 4 }, 9), countOf(wrong, undefined, 9)]).toEqual([
      9,
      4,
      undefined,
    ]);
  });
});

const criterion = (score: number) => [{ name: "clarity", score, explanation: "" }];

describe("how an answer was scored", () => {
  it("has the results of both queries, or the reason for none", () => {
    const rows = Array.from({ length: 12 }, (_, i) => [`${i}`, null]);
    const found = queryResults({
      medhelm_ehr_sql: {
        gold: { kind: "rows", rows: [["5"]] },
        predicted: { kind: "failed", reason: "no such table" },
      },
      ehr_sql: { ground_truth_result: [["5"]], predicted_result: rows, query_error: null },
    });
    expect(found.map(({ reference, reply }) => [reference.said, reply.said])).toEqual([
      ["1 row", "Not executed: no such table"],
      ["1 row", "12 rows, of which 10 are shown"],
    ]);
    expect(found[1]?.reply.rows[9]).toEqual(["9", "null"]);
    expect(queryResults({ other: {} })).toEqual([]);
  });

  it("marks three words in a row that the reference has, in any case", () => {
    const text = "Take Ibuprofen with food, not on an empty stomach.";
    expect(overlaps(text, "ibuprofen with food or on an empty stomach").map(([a, b]) => text.slice(a, b))).toEqual([
      "Ibuprofen with food",
      "on an empty stomach",
    ]);
    expect(overlaps("It is yes.", "yes")).toEqual([[6, 9]]);
  });

  it("lists codes that match, are missed and are extra, without dots", () => {
    expect(compareCodes(["I10", "E119"], ["I10", "E11.9", "N18.3"])).toEqual({
      matched: ["I10", "E11.9"],
      missed: ["N18.3"],
      extra: [],
    });
  });

  it("has a matrix of judges and criteria with the spread of each criterion", () => {
    const judgement = (judge: string, criteria: ReturnType<typeof criterion>) => ({ judge, standIn: false, criteria });
    expect(judgeMatrix([judgement("a", criterion(5)), judgement("b", criterion(2)), judgement("c", [])])).toEqual({
      criteria: ["clarity"],
      judges: [
        { name: "a", scores: [5] },
        { name: "b", scores: [2] },
        { name: "c", scores: [undefined] },
      ],
      spread: [3],
    });
  });
});
