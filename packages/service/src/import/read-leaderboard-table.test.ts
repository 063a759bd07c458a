import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { problemsOf, UserError } from "@medhelm/core/user-error";
import { describe, expect, test } from "vitest";
import { readLeaderboardTable } from "./read-leaderboard-table.ts";

const schema = parseSchema(
  `
metrics:
  - { name: exact_match, display_name: Exact match, short_display_name: EM, lower_is_better: false }
  - { name: f1_score, display_name: F1, lower_is_better: false }
  - { name: notes_accuracy, display_name: Notes Jury Score, short_display_name: Jury Score, lower_is_better: false }
run_groups:
  - { name: all, display_name: All, subgroups: [quiz, notes] }
  - { name: quiz, display_name: Quiz, environment: { main_name: exact_match, main_split: valid } }
  - { name: notes, display_name: Visit Notes, short_display_name: Notes, environment: { main_name: notes_accuracy, main_split: test } }
`,
  "schema.yaml",
);
const model = { name: "org/a-1", displayName: "A 1", organization: "org", access: "open", description: "" };
const read = (text: string, more = {}) =>
  readLeaderboardTable(
    { label: "lb.csv", bytes: new TextEncoder().encode(text), sha256: "0" },
    { schema, models: [model], ...more },
  );
function problemsIn(text: string): readonly string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UserError) return problemsOf(error);
    throw error;
  }
  return [];
}

describe("a published table", () => {
  test("gives a run for each cell, of the known model with that display name, with the place of the cell", () => {
    const { runs } = read("\uFEFFModel,Mean win rate,Quiz - EM,Notes - Jury Score\nA 1,0.5,0.25,4.5\n");
    expect(
      runs.map(({ runSpec: { name, groups, adapter_spec }, stats }) => [name, groups, adapter_spec.model, stats]),
    ).toEqual([
      [
        "quiz:model=org_a-1",
        ["quiz"],
        "org/a-1",
        [expect.objectContaining({ name: { name: "exact_match", split: "valid" }, mean: 0.25 })],
      ],
      [
        "notes:model=org_a-1",
        ["notes"],
        "org/a-1",
        [expect.objectContaining({ name: { name: "notes_accuracy", split: "test" }, mean: 4.5 })],
      ],
    ]);
    expect(runs[1]?.runSpec.scenario_spec.args).toEqual({
      file: "lb.csv",
      sha256: "0",
      line: 2,
      column: "Notes - Jury Score",
      range: { min: 1, max: 5 },
    });
  });

  test.each([
    ["Quiz", "exact_match"],
    ["quiz", "exact_match"],
    ["quiz - F1", "f1_score"],
    ["Visit Notes - jury score", "notes_accuracy"],
  ])("may name a column %s", (column, metric) => {
    expect(read(`model,${column}\nB,1\n`).runs[0]?.stats[0]?.name.name).toBe(metric);
  });

  test("has gaps where cells are empty, and leaves out columns that follow from the scores", () => {
    const { runs, emptyCells, aggregates } = read("Model,Quiz,Notes,Win rate,Macro-avg\nB,,2,0.1,0.2\nC,0.5,3,,\n");
    expect([runs.length, emptyCells, aggregates]).toEqual([3, 1, ["Win rate", "Macro-avg"]]);
  });
});

describe("a wrong table is refused with file and line", () => {
  test.each([
    ["Name,Quiz\nB,1\n", 'lb.csv, line 1: no column is named "Model"; name the column of the models that way'],
    [
      "Model,Quis\nB,1\n",
      'lb.csv, line 1: the column "Quis" is no benchmark of the schema (did you mean Quiz?); rename it, remove it, or give a schema with --schema-path',
    ],
    [
      "Model,Zebra\nB,1\n",
      'lb.csv, line 1: the column "Zebra" is no benchmark of the schema (the benchmarks are Quiz, Visit Notes); rename it, remove it, or give a schema with --schema-path',
    ],
    [
      "Model,Quiz - Speed\nB,1\n",
      'lb.csv, line 1: the column "Quiz - Speed": the schema has no metric Speed; write the main metric of quiz as EM',
    ],
    [
      "Model,Quiz,Quiz - EM\nB,1,1\n",
      'lb.csv, line 1: the columns "Quiz" and "Quiz - EM" are both exact_match of quiz; remove one of them',
    ],
    ["Model,Quiz,Quiz\nB,1,1\n", 'lb.csv, line 1: two columns are named "Quiz"; rename one'],
    ["Model,Win rate\nB,1\n", "lb.csv, line 1: no column names a benchmark; the schema has Quiz, Visit Notes"],
    ["Model,Quiz\nB,1\n\nB,0\n", 'lb.csv, line 4: the model "B" is in line 2, too; remove one of the rows'],
    ["Model,Quiz\nA 1,1\norg/a-1,0\n", 'lb.csv, line 3: the model "org/a-1" is in line 2, too; remove one of the rows'],
    ["Model,Quiz\n,1\n", "lb.csv, line 2: the model has no name; write it, or remove the row"],
    [
      "Model,Quiz\nB,n/a\n",
      'lb.csv, line 2, column "Quiz": "n/a" is not a number; write a number, or leave the cell empty',
    ],
    [
      "Model,Quiz\nB,83.5\n",
      'lb.csv, line 2, column "Quiz": 83.5 is not between 0 and 1; write the score on that scale',
    ],
    [
      "Model,Notes\nB,0.9\n",
      'lb.csv, line 2, column "Notes": 0.9 is not between 1 and 5; write the score on that scale',
    ],
    ["Model,Quiz\nB\n", "lb.csv, line 2: 1 value, but the header names 2 columns; a comma or a quote may be missing"],
    ["Model,Quiz\n", "lb.csv: there is no row below the header"],
  ])("%j", (text, problem) => {
    expect(problemsIn(text)).toEqual([problem]);
  });

  test("all wrong cells are named", () => {
    expect(problemsIn("Model,Quiz,Notes\nB,x,9\nC,NaN,\n")).toHaveLength(3);
  });

  test("a cell of a million digits and a letter is refused in linear time", () => {
    expect(problemsIn(`Model,Quiz\nB,${"1".repeat(1_000_000)}x\n`)).toEqual([
      expect.stringContaining("is not a number"),
    ]);
  });

  test("two models that would be one folder are refused", () => {
    expect(problemsIn("Model,Quiz\na/b,1\na_b,1\n")).toEqual([
      'lb.csv, line 3: the models "a_b" and "a/b" (line 2) would be one folder; rename one of them',
    ]);
  });
});
