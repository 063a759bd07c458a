import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { winRates } from "@medhelm/core/release/leaderboard/mean-win-rate";
import { withPointEstimates } from "@medhelm/core/release/statistics/point-estimates";
import { iccSampleSize } from "@medhelm/core/statistics/icc-sample-size";
import { expect, test } from "vitest";
import { shared, whyNoShared } from "../shared.ts";

/** A release with the one table of the paper's leaderboard.csv. */
function paperRelease(csv: string): Leaderboard {
  const [head = "", ...lines] = csv.replace("\uFEFF", "").trim().split(/\r?\n/);
  const names = head.split(",").slice(2);
  const models = lines.map((line) => line.split(","));
  const scores = models.map((fields) => fields.slice(2).map(Number));
  const rates = winRates(
    names.map((_, column) => ({ lowerIsBetter: false, values: scores.map((row) => row[column] ?? null) })),
    scores.length,
  );
  const group = { displayName: "", description: "", category: "" };
  return {
    formatVersion: 1,
    name: "paper",
    kind: "release",
    date: "2025-05-26",
    profile: "helm",
    suites: [],
    schema: "paper",
    rootGroup: "all",
    models: [],
    groups: [{ ...group, name: "all", subgroups: names }],
    tables: [
      {
        group: "all",
        title: "",
        description: "",
        columns: names.map((name) => ({
          group: name,
          groupDisplayName: name,
          metric: name,
          metricDisplayName: name,
          lowerIsBetter: false,
        })),
        rows: models.map(([model = ""], row) => ({
          model,
          modelDeployment: model,
          meanWinRate: rates[row]?.rate ?? null,
          winRateColumns: rates[row]?.columns ?? 0,
          cells: (scores[row] ?? []).map((value) => ({ value, instances: 0, runs: [] })),
        })),
      },
    ],
    runs: [],
    notices: [],
  };
}

test.skipIf(shared === undefined)(`the paper's table of win rates and macro averages (else: ${whyNoShared})`, () => {
  const folder = join(shared ?? "", "paper");
  const [table] = withPointEstimates(paperRelease(readFileSync(join(folder, "leaderboard.csv"), "utf8"))).tables;
  const lines = table?.rows.map(({ model, meanWinRate, winRateSdPaper, macroAverage: macro }) => {
    const average = macro !== undefined && "value" in macro ? [macro.value, macro.sd] : [];
    return `${model} & ${[meanWinRate, winRateSdPaper, ...average].map((value) => value?.toFixed(2)).join(" & ")} \\\\`;
  });
  const printed = readFileSync(join(folder, "leaderboard_results.tex"), "utf8");
  expect(lines).toEqual(printed.split("\n").filter((line) => /& \d/.test(line)));
});

// paper/goldens.json: required_sample_size
test.each([
  [0.2, 94.930673],
  [0.25, 64.19128],
  [0.3, 46.979909],
  [0.35, 36.296649],
  [0.4, 29.167055],
])("an interval of the paper's expected ICC of width %f needs %f items", (width, items) => {
  expect(iccSampleSize({ icc: 0.75, raters: 2, width, assurance: 0.8, alpha: 0.05 })).toBeCloseTo(items, 6);
});
