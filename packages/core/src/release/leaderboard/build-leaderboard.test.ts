import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import { expect, test } from "vitest";
import { RunSpec } from "../../helm/run-spec.ts";
import type { AnnotatedVerdicts } from "../../judge/annotation-tally.ts";
import { stat } from "../../helm/stat.ts";
import type { MetricName } from "../../helm/stats.ts";
import { buildLeaderboard, type LeaderboardInput } from "./build-leaderboard.ts";
import { withCustomGroups } from "../schema/custom-groups.ts";
import { Card } from "../../run/card.ts";
import { Leaderboard } from "./leaderboard.ts";
import { runSlug } from "./leaderboard-runs.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import type { Manifest } from "../runs/manifest.ts";
import { parseSchema } from "../schema/release-schema.ts";

const schema = parseSchema(
  `metrics:
  - { name: exact_match, short_display_name: EM, lower_is_better: false }
  - { name: inference_runtime, display_name: Time, lower_is_better: true }
metric_groups:
  - { name: accuracy, metrics: [{ name: "\${main_name}", split: "\${main_split}" }] }
  - { name: efficiency, metrics: [{ name: inference_runtime, split: "\${main_split}" }] }
run_groups:
  - { name: all, display_name: All, subgroups: [quiz, exam, empty] }
  - &leaf { name: quiz, metric_groups: [accuracy, efficiency], environment: { main_name: exact_match, main_split: test } }
  - { name: exam, metric_groups: [accuracy], environment: { main_name: exact_match, main_split: valid } }
  - { name: empty, metric_groups: [accuracy], environment: { main_name: exact_match, main_split: test } }
`,
  "s.yaml",
);

function run(group: string, model: string, scores: Record<string, number>, split = "test", suffix = ""): LoadedRun {
  const name = `${group}${suffix}:model=${model.replaceAll("/", "_")}`;
  const named = (metric: string) => ({ name: metric, split });
  return {
    suite: "s",
    folder: name,
    runSpec: RunSpec.parse({
      name,
      scenario_spec: { class_name: "S", args: {} },
      adapter_spec: { model, model_deployment: model },
      metric_specs: [],
      groups: [group],
    }),
    stats: [
      stat(named("num_instances"), 10),
      ...Object.entries(scores).map(([metric, value]) => stat(named(metric), value)),
    ],
  };
}

const board = (runs: readonly LoadedRun[], known: Partial<LeaderboardInput> = {}): Leaderboard =>
  Leaderboard.parse(
    buildLeaderboard({
      name: "r",
      kind: "release",
      date: "2026-01-01",
      profile: "helm",
      suites: ["s"],
      schemaName: "s.yaml",
      schema: withCustomGroups(schema, runs, () => undefined),
      runs,
      models: [],
      cards: () => undefined,
      hasPages: () => false,
      notices: [],
      ...known,
    }),
  );

test("a group's table has the main metric of each benchmark with runs, and the best model is first", () => {
  const { tables, groups } = board([
    run("quiz", "m/a", { exact_match: 0.5 }),
    run("quiz", "m/b", { exact_match: 0.75 }),
    run("exam", "m/b", { exact_match: 1 }, "valid"),
  ]);
  const [all] = tables;
  expect(all?.columns.map(({ group, metric, metricDisplayName }) => [group, metric, metricDisplayName])).toEqual([
    ["quiz", "exact_match", "EM"],
    ["exam", "exact_match", "EM"],
  ]);
  expect(
    all?.rows.map(({ model, meanWinRate, winRateColumns, cells }) => [
      model,
      meanWinRate,
      winRateColumns,
      cells.map(({ value }) => value),
    ]),
  ).toEqual([
    ["m/b", 1, 1, [0.75, 1]],
    ["m/a", 0, 1, [0.5, null]],
  ]);
  expect(groups.map(({ name, subgroups }) => [name, subgroups])).toEqual([
    ["all", ["quiz", "exam"]],
    ["quiz", []],
    ["exam", []],
  ]);
});

test("a benchmark's table ranks only by the main metric", () => {
  const { tables } = board([
    run("quiz", "m/a", { exact_match: 0.5, inference_runtime: 1 }),
    run("quiz", "m/b", { exact_match: 0.75, inference_runtime: 9 }),
  ]);
  const quiz = tables.find(({ group }) => group === "quiz");
  expect(quiz?.columns.map(({ metric }) => metric)).toEqual(["exact_match", "inference_runtime"]);
  expect(quiz?.rows.map(({ model, meanWinRate }) => [model, meanWinRate])).toEqual([
    ["m/b", 1],
    ["m/a", 0],
  ]);
});

test("several runs of a benchmark have equal weight, and their instances are added", () => {
  const { tables } = board([
    run("quiz", "m/a", { exact_match: 0.5 }, "test", ":part=1"),
    run("quiz", "m/a", { exact_match: 1 }, "test", ":part=2"),
  ]);
  expect(tables[0]?.rows[0]?.cells[0]).toMatchObject({ value: 0.75, instances: 20 });
  expect(tables[0]?.rows[0]?.cells[0]?.runs.length).toBe(2);
});

test("a custom benchmark is outside the schema's root and does not change its mean win rate", () => {
  const { rootGroup, tables, notices } = board([
    run("quiz", "m/a", { exact_match: 0.5 }),
    run("MY", "m/a", { num_references: 1, jury_score: 4, exact_match: 1 }),
  ]);
  expect(rootGroup).toBe("all");
  expect(tables.map(({ group, columns }) => [group, columns.map(({ metric }) => metric)])).toEqual([
    ["all", ["exact_match"]],
    ["quiz", ["exact_match"]],
    ["custom_benchmarks", ["jury_score"]],
    ["MY", ["jury_score"]],
  ]);
  expect(notices.at(-1)).toBe("Custom benchmarks are in a separate table and do not count in MedHELM's mean win rate.");
});

test("a slug is a plain folder name, and two runs never have the same slug", () => {
  const a = runSlug(run("clear", "m/a", {}, "test", ":condition=x,y"));
  const b = runSlug({ ...run("clear", "m/a", {}, "test", ":condition=x,y"), suite: "t" });
  expect(a).toMatch(/^clear_condition_x_y-m_a-[0-9a-f]{8}$/);
  expect(a).not.toBe(b);
});

test("a HELM run belongs to the benchmark in its name, even if its groups also contain tags", () => {
  const tagged = run("quiz", "m/a", { exact_match: 0.5 });
  const runs = [{ ...tagged, runSpec: { ...tagged.runSpec, groups: ["clinical", "quiz"] } }];
  expect(board(runs).runs[0]).toMatchObject({ benchmark: "quiz", mainMetric: "exact_match", mainValue: 0.5 });
});

const judged = (model: string): LoadedRun => {
  const plain = run("quiz", model, { exact_match: 1 });
  const models = { gpt: { model_name: "openai/gpt-4o", model_deployment: "openai/gpt-4o" } };
  const annotators = [{ class_name: "helm.X", args: { annotator_models: models } }];
  return { ...plain, runSpec: { ...plain.runSpec, annotators } };
};

test("a notice names the models with a judge of their own family, and HELM's runs also list their judges", () => {
  const { notices, runs } = board([judged("openai/gpt-5"), judged("meta/llama-3")]);
  expect(notices.filter((notice) => notice.includes("own family"))).toEqual([
    "Judges tend to favour models of their own family. At least one judge has the same family as the model: openai/gpt-5.",
  ]);
  expect(runs.map(({ model, judges }) => [model, judges[0]?.sameFamily])).toEqual([
    ["openai/gpt-5", true],
    ["meta/llama-3", false],
  ]);
});

const sealedAs = (coverage: Partial<Manifest["coverage"]>, more: Partial<Manifest> = {}): Manifest =>
  manifestOf({ coverage: { ...manifestOf().coverage, ...coverage }, ...more });

/** A run whose main metric is a jury's. */
const byJury = (model: string, value: number, verdictsScored: number): LoadedRun => {
  const plain = run("quiz", model, { exact_match: value });
  const metric_specs = [{ class_name: "Jury", args: { metric_name: "exact_match", annotator_models: { gpt: {} } } }];
  const manifest = sealedAs({ verdictsAsked: 9, verdictsScored, scored: { helm: 3, corrected: verdictsScored / 3 } });
  return { ...plain, runSpec: { ...plain.runSpec, metric_specs }, manifest };
};

test("a jury's metric without one verdict has no value, counts no values and is not ranked", () => {
  const { runs, tables } = board([byJury("m/a", 1, 0), byJury("m/b", 0.5, 9), byJury("m/c", 0.25, 9)]);
  expect(runs[0]).toMatchObject({ mainValue: null, scored: 0 });
  expect(runs[0]?.stats).not.toHaveProperty("exact_match");
  const rows = tables[0]?.rows.map(({ model, meanWinRate, cells }) => [model, meanWinRate, cells[0]?.value]);
  expect(rows).toEqual([
    ["m/b", 1, 0.5],
    ["m/c", 0, 0.25],
    ["m/a", null, null],
  ]);
});

test("a cell of runs with and without verdicts has the mean and the count of those with verdicts", () => {
  const other = { ...byJury("m/a", 0.5, 9), folder: "quiz:part=2,model=m_a" };
  const { tables } = board([byJury("m/a", 1, 0), other]);
  expect(tables[0]?.rows[0]?.cells[0]).toMatchObject({ value: 0.5, scored: 3, verdictsAsked: 18, verdictsScored: 9 });
});

/** A folder that HELM wrote, whose annotations have these verdicts. */
const byHelmsJury = (model: string, value: number, verdicts: AnnotatedVerdicts): LoadedRun => {
  const { manifest: _, ...sealed } = byJury(model, value, 0);
  const annotator_models = { gpt: { model_name: "openai/gpt-4o" }, llama: { model_name: "meta/llama" } };
  const annotators = [{ class_name: "LLMAsJuryAnnotator", args: { annotator_models } }];
  return { ...sealed, runSpec: { ...sealed.runSpec, annotators }, scored: 3, verdicts };
};

test("HELM's default score of a jury without one verdict is no value", () => {
  const { runs, tables } = board([
    byHelmsJury("m/a", 1, { answers: 3, scoredBy: { gpt: 0, llama: 0 } }),
    byHelmsJury("m/b", 0.5, { answers: 3, scoredBy: { gpt: 3, llama: 1 } }),
    byHelmsJury("m/c", 0.25, { answers: 3, scoredBy: { gpt: 3, llama: 3 } }),
  ]);
  expect(runs[0]).toMatchObject({ mainValue: null, scored: 0 });
  expect(runs[0]?.judges).toMatchObject([
    { name: "gpt", asked: 3, scored: 0 },
    { name: "llama", asked: 3, scored: 0 },
  ]);
  expect(runs[0]?.stats).not.toHaveProperty("exact_match");
  expect(tables[0]?.rows.map(({ model, meanWinRate, cells }) => [model, meanWinRate, cells[0]?.value])).toEqual([
    ["m/b", 1, 0.5],
    ["m/c", 0, 0.25],
    ["m/a", null, null],
  ]);
  expect(tables[0]?.rows[0]?.cells[0]).toMatchObject({ verdictsAsked: 6, verdictsScored: 4, scored: 3 });
  expect(tables[0]?.rows[2]?.cells[0]).toMatchObject({ verdictsAsked: 6, verdictsScored: 0, scored: 0 });
});

test("a cell is marked if the candidate was one of its own judges", () => {
  const own = {
    name: "gpt",
    model: "openai/gpt-4o",
    modelDeployment: "openai/gpt-4o",
    standIn: false,
    isCandidate: true,
  } as const;
  const judges = [own];
  const { tables } = board([
    { ...run("quiz", "m/a", { exact_match: 1 }), manifest: sealedAs({}, { judges }) },
    { ...run("quiz", "m/b", { exact_match: 1 }), manifest: sealedAs({}) },
  ]);
  const marks = Object.fromEntries(tables[0]?.rows.map(({ model, cells }) => [model, cells[0]?.judgedItself]) ?? []);
  expect(marks).toEqual({ "m/a": true, "m/b": undefined });
});

test("a run has the tokens and the cost of its manifest", () => {
  const manifest = sealedAs({}, { tokens: { prompt: 20, completion: 4 }, costUsd: 3, priceAsOf: "2026-07-02" });
  const [counted, silent] = board([
    { ...run("quiz", "m/a", { exact_match: 1 }), manifest },
    run("exam", "m/a", { exact_match: 1 }, "valid"),
  ]).runs;
  expect([counted?.tokens, counted?.costUsd, counted?.priceAsOf]).toEqual([
    { prompt: 20, completion: 4 },
    3,
    "2026-07-02",
  ]);
  expect([silent?.tokens, silent?.costUsd]).toEqual([undefined, undefined]);
});

test("two runs whose pages would have one address are refused, and the error names both", () => {
  const [one, two] = [118_087, 166_100].map((n) => run("quiz", "m/one", {}, "test", `,topic=${"a".repeat(60)}${n}`));
  expect(() => board([one, two].flatMap((loaded) => loaded ?? []))).toThrow(
    /^the runs s\/quiz,topic=a+118087:model=m_one and s\/quiz,topic=a+166100:model=m_one would have the same page quiz_topic_a+-m_one-e7220501; put one of them into another release$/,
  );
});

const closed = (value: number, more: Partial<Manifest> = {}): LoadedRun => {
  const plain = run("quiz", "m/a", { exact_match: value });
  const counts = { verdictsAsked: 0, verdictsScored: 0, scored: { helm: 10, corrected: 10 } };
  const baselines = { helm: { gold: 1, majority: 0.5, uniform: 0.25 }, corrected: { gold: 1, majority: 0.75 } };
  return { ...plain, manifest: { ...sealedAs(counts), baselines, ...more } };
};

test.each([
  [0.5, true],
  [0.25, true],
  [0.75, undefined],
])("a run with the score %s against a majority of 0.5 is marked: %s", (value, isNotAboveMajority) => {
  expect(board([closed(value)]).runs[0]?.baselines).toEqual({
    gold: 1,
    majority: 0.5,
    uniform: 0.25,
    ...(isNotAboveMajority === true ? { isNotAboveMajority } : {}),
  });
});

test("a run says how often each request was sent, and a single run has no measures of it", () => {
  const [single] = board([closed(1)]).runs;
  expect(single?.repeats).toEqual({ times: 1 });
  const plain = closed(1, { repeats: { times: 3, helm: { withinShare: 0.25, flipRate: 0.5, worst: 0.1, best: 1 } } });
  const adapter_spec = { ...plain.runSpec.adapter_spec, num_trials: 3 };
  const [repeated] = board([{ ...plain, runSpec: { ...plain.runSpec, adapter_spec } }]).runs;
  expect(repeated?.repeats).toEqual({ times: 3, withinShare: 0.25, flipRate: 0.5, worst: 0.1, best: 1 });
});

test("a run has the share of its replies that no reader could read", () => {
  const replies = { cut: 0, empty: 0, onlyThinking: 0, filtered: 0, lostByCut: 0, unread: 2 };
  const manifest = closed(1).manifest;
  const coverage = manifest && { ...manifest.coverage, answered: 8 };
  expect(board([closed(1, { replies, ...(coverage && { coverage }) })]).runs[0]?.unreadRate).toBe(0.25);
});

const CARD = Card.parse({
  name: "quiz",
  displayName: "Quiz",
  description: "",
  asks: "Pick a letter.",
  forWhom: "Students",
  category: "All",
  subcategory: "All",
  access: "public",
  licence: "MIT",
  form: "closed",
  source: "",
  floor: { kind: "chance", value: 0.25, note: "Four options." },
  example: { question: "A or B?", answer: "A" },
  dates: { answersPublic: "2024-02" },
  mainMetric: "exact_match",
  mainSplit: "test",
  facets: { task: "", what: "", who: "", when: "", language: "" },
  knownFaults: ["It is short."],
});

test("a benchmark has the facts of its card, and the example only if its data are public", () => {
  const runs = [run("quiz", "m/a", { exact_match: 1 })];
  const facts = (card: Card) =>
    board(runs, { cards: () => card }).groups.find(({ name }) => name === "quiz")?.benchmark;
  expect(facts(CARD)).toMatchObject({
    asks: "Pick a letter.",
    forWhom: "Students",
    floor: { kind: "chance", value: 0.25 },
    example: { question: "A or B?", answer: "A" },
    dates: { answersPublic: "2024-02" },
    knownFaults: ["It is short."],
  });
  expect(facts({ ...CARD, access: "private" })).not.toHaveProperty("example");
});

test("a model has its size, its cutoff and the prices of the deployments with runs", () => {
  const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 2, asOf: "2026-01-01" };
  const known = { name: "m/a", displayName: "A", organization: "M", access: "open", description: "" };
  const prices = new Map([
    ["m/a", price],
    ["elsewhere/a", price],
  ]);
  const [model] = board([run("quiz", "m/a", { exact_match: 1 })], {
    models: [{ ...known, parameters: 7e9, knowledgeCutoff: "2025-06", prices }],
  }).models;
  expect(model).toMatchObject({
    parameters: 7e9,
    knowledgeCutoff: "2025-06",
    prices: [{ deployment: "m/a", inputUsd: 1, outputUsd: 2, asOf: "2026-01-01" }],
  });
});

const namedModel = (displayName: string, name: string) => ({
  name,
  displayName,
  organization: "M",
  access: "open",
  description: "",
});

test("a model that the registry lacks has the facts that are known elsewhere, and the registry has precedence", () => {
  const knownModels = new Map(["m/a", "m/b"].map((name) => [name, namedModel(`known ${name}`, name)]));
  const { models } = board(
    ["m/a", "m/b", "m/c"].map((name) => run("quiz", name, { exact_match: 1 })),
    { models: [namedModel("own", "m/a")], knownModels },
  );
  expect(models.map(({ displayName }) => displayName)).toEqual(["own", "known m/b", "m/c"]);
});

const worst = (name: string, of: string): MetricName => ({
  name: "exact_match",
  split: "test",
  perturbation: { name: of, robustness: true, fairness: false, computed_on: name },
});

test("a run with changed questions has its worst case, and a run without has none", () => {
  const plain = run("quiz", "a/plain", { exact_match: 0.8 });
  const changed = run("quiz", "a/changed", { exact_match: 0.8 });
  const found = board([
    { ...plain, stats: [...plain.stats, stat(worst("worst", "robustness"), 0.8)] },
    {
      ...changed,
      stats: [
        ...changed.stats,
        stat(worst("perturbed", "lowercase"), 0.7),
        stat(worst("worst", "lowercase"), 0.6),
        stat(worst("worst", "robustness"), 0.6),
      ],
    },
  ]);
  expect(found.runs.map(({ model, worstCase }) => [model, worstCase])).toEqual([
    ["a/plain", undefined],
    ["a/changed", { robustness: 0.6 }],
  ]);
});
