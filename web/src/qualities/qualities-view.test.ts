import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { expect, it } from "vitest";
import { qualitiesView } from "./qualities-view.ts";

const run = (model: string, more: Partial<LeaderboardRun> = {}): LeaderboardRun => ({
  slug: `run-${model}`,
  suite: "s",
  run: `quiz:model=${model}`,
  benchmark: "quiz",
  model,
  modelDeployment: model,
  access: "public",
  hasPages: false,
  instances: 4,
  requests: 12,
  mainMetric: "exact_match",
  mainValue: 1,
  stats: {},
  judges: [],
  origin: "medhelm",
  ...more,
});
const view = (...runs: LeaderboardRun[]) =>
  qualitiesView(
    {
      runsOf: () => runs,
      modelName: (model) => model,
      isBaseline: () => false,
      link: { run: (slug) => `/runs/${slug}/` },
    },
    "quiz",
  );
const cells = (groups: ReturnType<typeof view>, id: string) =>
  groups
    .flatMap(({ tables }) => tables)
    .find((table) => table.id === id)
    ?.rows.map((row) => [row.run.name, ...row.cells]);

const swap = { perturbation: "swap_sex", instances: 20, plain: 0.5, changed: 0.4, worst: 0.3 };

it("a group that no run measured is absent", () => {
  expect(view(run("a"))).toEqual([]);
});

it("the flips after an exchange are next to those of a repeat, and a missing count is not 0", () => {
  const groups = view(
    run("b", { qualities: { counterfactual: { changes: [{ ...swap, flips: { share: 0.25, of: 20 } }] } } }),
    run("a", {
      qualities: {
        counterfactual: { changes: [{ ...swap, flips: { share: 0, of: 18 } }] },
        repeats: { share: 0.05, of: 40 },
      },
    }),
  );
  expect(cells(groups, "flips")).toEqual([
    ["a", "swap_sex", "20", "0 % of 18", "5.0 % of 40", "0.500", "0.400"],
    ["b", "swap_sex", "20", "25 % of 20", "not measured", "0.500", "0.400"],
  ]);
});

it("the three classes of refusals are apart, and the filter's replies count once", () => {
  const replies = { cut: 0, empty: 0, onlyThinking: 0, filtered: 2, lostByCut: 0, refused: 5, deflected: 1 };
  expect(cells(view(run("a", { replies })), "refusals")).toEqual([["a", "12", "3", "1", "2"]]);
});

it("several runs of a model are told apart by their entries", () => {
  const style = { answers: 4, ofAnswers: { words: 80, hedges: 1.5, longWords: 9 }, ofReferences: { words: 60 } };
  const [found] = view(run("a", { qualities: { style } }), run("a", { run: "quiz:x=1,model=a", qualities: { style } }));
  expect(found?.tables[0]?.rows.map(({ run: { entry } }) => entry)).toEqual(["quiz:model=a", "quiz:x=1,model=a"]);
  expect(found?.tables[0]?.rows[0]?.cells).toEqual(["4", "80.0 (references 60.0)", "too short", "1.5", "9.0"]);
});

it("only runs with probabilities have a reliability diagram", () => {
  const calibration = { answers: 4, ece: 0.2, brier: 0.1, bins: [] };
  const [found] = view(run("a", { qualities: { calibration } }), run("b"));
  expect(found?.diagrams.map(({ run: { name } }) => name)).toEqual(["a"]);
});
