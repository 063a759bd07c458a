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
