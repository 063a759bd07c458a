import { expect, it } from "vitest";
import { tableCsv } from "./table-csv.ts";

it("fields are quoted where necessary, and a spreadsheet never receives a formula", () => {
  const row = { modelDeployment: 'a,"b"', meanWinRate: null, winRateColumns: 0, cells: [] };
  const table = { group: "g", title: "G", description: "", columns: [], rows: [{ ...row, model: "=1+1" }] };
  expect(tableCsv(table, "helm")).toBe(
    'model,deployment,profile,mean_win_rate,win_rate_columns,prompts\n\'=1+1,"a,""b""",helm,,0,unknown\n',
  );
});

it("the last column names the metrics for which a model judged its own answers, if there are any", () => {
  const columns = [{ group: "g", groupDisplayName: "G", metric: "jury", metricDisplayName: "J", lowerIsBetter: false }];
  const cell = { value: 4, instances: 1, scored: 1, failed: 0, verdictsAsked: 3, verdictsScored: 3, runs: ["r"] };
  const row = { model: "m", modelDeployment: "m", meanWinRate: null, winRateColumns: 0 };
  const rows = [
    { ...row, cells: [{ ...cell, judgedItself: true as const }] },
    { ...row, cells: [cell] },
  ];
  const lines = tableCsv({ group: "g", title: "G", description: "", columns, rows }, "helm").split("\n");
  expect(lines.map((line) => line.split(",").slice(-2))).toEqual([
    ["prompts", "judged_itself"],
    ["unknown", "g:jury"],
    ["unknown", ""],
    [""],
  ]);
});

const answer = { rankSet: [1, 3] satisfies [number, number], letters: ["a"], mayBeBest: true };

it("intervals, ranks and suites have columns if they are known", () => {
  const columns = [{ group: "g", groupDisplayName: "G", metric: "em", metricDisplayName: "E", lowerIsBetter: false }];
  const cell = {
    value: 0.5,
    instances: 2,
    scored: 2,
    runs: ["r"],
    interval: { low: 0.1, high: 0.9, n: 2, clusters: 2, method: "wilson" as const },
  };
  const row = {
    model: "m",
    modelDeployment: "m",
    meanWinRate: null,
    winRateColumns: 0,
    cells: [cell],
    suites: ["a", "b"],
    ranking: { value: 0.5, sameBenchmarks: answer },
  };
  const inference = { level: 0.05, replicates: 1, seed: 0, headline: "sameBenchmarks" as const, families: [] };
  const table = { group: "g", title: "G", description: "", columns, rows: [row], inference };
  expect(
    tableCsv(table, "helm")
      .split("\n")
      .map((line) => line.split(",")),
  ).toEqual([
    "model deployment profile mean_win_rate win_rate_columns ranks g:em g:em:low g:em:high g:em:instances g:em:n g:em:failed g:em:verdicts_scored g:em:verdicts_asked prompts suites".split(
      " ",
    ),
    ["m", "m", "helm", "", "0", "1-3", "0.5", "0.1", "0.9", "2", "2", "", "", "", "unknown", "a b"],
    [""],
  ]);
});

it("the last column says why an interval is undefined", () => {
  const columns = [{ group: "g", groupDisplayName: "G", metric: "em", metricDisplayName: "E", lowerIsBetter: false }];
  const cell = { value: 1, instances: 1, scored: 1, runs: ["r"], interval: { undefinedBecause: "there is one score" } };
  const rows = [{ model: "m", modelDeployment: "m", meanWinRate: null, winRateColumns: 0, cells: [cell] }];
  const lines = tableCsv({ group: "g", title: "G", description: "", columns, rows }, "helm").split("\n");
  expect(lines.map((line) => line.split(",").at(-1))).toEqual([
    "interval_undefined_because",
    "g:em: there is one score",
    "",
  ]);
});
