import { type SmallLeaderboard, smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { expect, it } from "vitest";
import { comparedCells } from "../client/summary-page.ts";
import { mainRow } from "../model/rows.ts";
import { siteOf } from "../release/site.ts";
import { compareLink } from "./compare-link.ts";
import { neighbours } from "./neighbours.ts";
import { named, notTested } from "./not-tested.ts";
import { comparedLines, notAboveFloor, sheetOf } from "./sheet.ts";
import { evaluationSummary } from "./summary.ts";

const smallSite = (small: SmallLeaderboard) => siteOf(smallLeaderboard(small), "/");

const VALUES = new Map([
  ["a", 0.9],
  ["b", 0.7],
  ["c", 0.4],
  ["d", 0.6],
]);
const site = smallSite({
  benchmarks: {
    quiz: {
      knownFaults: ["It is short."],
      taxonomy: { language: "English" },
      floor: { kind: "chance", value: 0.65, note: "" },
    },
    notes: { access: "gated" },
  },
  scores: { a: [0.9, 0.9], b: [0.7, 0.7], c: [0.4, null], d: [0.6, 0.6] },
  row: (model) => ({
    ranking: {
      value: VALUES.get(model) ?? 0,
      sameBenchmarks: { rankSet: [1, 4], letters: [], mayBeBest: true, interval: { low: 0.3, high: 0.95 } },
    },
  }),
  run: () => ({ costUsd: 0.5, contentSha256: "00ff" }),
  model: (name) => (name === "b" ? { organization: "Maker B", releaseDate: "2025-02-01" } : {}),
});
const summaryOf = (name: string) => {
  const model = site.leaderboard.models.find((one) => one.name === name);
  if (model === undefined) throw new Error(`no model ${name}`);
  return evaluationSummary(site, model);
};

it.each([
  ["b", ["a", "d"]],
  ["a", ["b", "d"]],
  ["c", ["a", "d"]],
])("%s is compared with the leader and its nearest neighbour: %j", (model, others) => {
  expect(neighbours(site, mainRow(site, model)).map((row) => row.model)).toEqual(others);
});

it("a release of one model compares it with no other", () => {
  const alone = smallSite({ benchmarks: { quiz: {} }, scores: { a: [0.5] } });
  expect(neighbours(alone, mainRow(alone, "a"))).toEqual([]);
});

it("the summary has the model, the result, the kinds of work and how to verify", () => {
  expect(summaryOf("b")).toMatchObject({
    release: { name: "r", date: "2026-11-21", profile: "helm", models: 4, benchmarks: 2 },
    model: { name: "b", maker: "Maker B", releaseDate: "2025-02-01", deployments: ["b"] },
    result: { score: 0.7, rankSet: [1, 4], benchmarks: 2, ofBenchmarks: 2, answers: 200, costUsd: 1 },
    kindsOfWork: [{ group: "work", score: 0.7, intervalIsOf: "new questions" }],
    knownFaults: [{ benchmark: "quiz", faults: ["It is short."] }],
    verify: { command: "medhelm verify r", results: [{ contentSha256: "00ff" }, { contentSha256: "00ff" }] },
    comparedWith: [{ model: "a", summary: "../a/summary.json" }, { model: "d" }],
  });
});

it("a score at the floor is named, and one without a floor is not", () => {
  expect(notAboveFloor(summaryOf("d").benchmarks)).toEqual(["QUIZ"]);
  expect(notAboveFloor(summaryOf("a").benchmarks)).toEqual([]);
});

it("the sentences about what was not tested follow from the release", () => {
  const sentences = notTested(site, mainRow(site, "c"));
  expect(sentences).toContain("Languages other than English.");
  expect(sentences).toContain("One of the release's benchmarks: NOTES.");
  expect(sentences).toContain(
    "The questions of one of the benchmarks are not public, so that others cannot read them.",
  );
  expect(named(["a", "b", "c"], 2)).toBe("a, b and 1 more");
});

it("the sheet has a column for each compared model, and the same cells by address", () => {
  const { table, groups, more } = sheetOf(site, mainRow(site, "b"), neighbours(site, mainRow(site, "b")));
  expect([table.columns, table.groups[0]?.rows[0]?.cells, groups, more]).toEqual([
    ["This model", "A", "D"],
    ["0.7", "0.9", "0.6"],
    ["work"],
    0,
  ]);
  const { line, scores } = comparedCells(summaryOf("a"), groups, 1);
  expect([line, scores]).toEqual([["A", "0.9 (0.3 to 0.9)", "1–4", "$1.00, $5.00 per 1,000 answers"], ["0.9"]]);
  expect(comparedLines(site, ["a"]).map(Object.values)).toEqual([line]);
});

it("the link to Compare has the model first, then the leader and the nearest neighbour", () => {
  expect(compareLink(site, mainRow(site, "b"))).toBe("/compare/?models=b,a,d");
  const alone = smallSite({ benchmarks: { quiz: {} }, scores: { a: [0.5] } });
  expect(compareLink(alone, mainRow(alone, "a"))).toBeUndefined();
});
