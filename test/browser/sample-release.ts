import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transcript } from "@medhelm/core/agents/transcript";
import type { Leaderboard, LeaderboardRun, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Page, PageIndex, PageInstance } from "@medhelm/core/release/pages/page";
import { runPageFiles } from "@medhelm/core/release/pages/run-page-files";
import { generationFolder } from "@medhelm/core/store/object-keys";
import { runFileKeys } from "@medhelm/core/store/run-files";

/** The size of a release with invented content. Even a small one has the cases that the site must handle. */
export interface SampleSize {
  readonly models: number;
  readonly benchmarks: number;
}

/** Text that would run if a page parsed it as HTML. It would change the title or set a global variable. */
export const HOSTILE = [
  "<script>document.title='pwned';globalThis.pwned=1</script>",
  "<img src=x onerror=\"document.title='pwned';globalThis.pwned=1\">",
  "</script><svg onload=\"document.title='pwned'\">",
] as const;

const CATEGORIES = ["Ward rounds", "Letters", "Teaching", "Bench work", "Front desk"];
const PER_CHUNK = 4;
const INSTANCES = 10;

const modelName = (m: number) => (m === 0 ? "sample/first-option" : `sample/model-${m}`);
const benchmarkName = (b: number) => `sample_bench_${b}`;
const categoryName = (b: number) => `category_${b % CATEGORIES.length}`;

/** A deterministic score from 0 to 1; null where a model has no run. */
const score = (m: number, b: number) => (m > 0 && (m * 7 + b * 3) % 11 === 5 ? null : ((m * 37 + b * 53) % 100) / 100);

const slugOf = (m: number, b: number) => `main_${benchmarkName(b)},model=sample_${m}`;

const bin = (from: number, correct: number) => ({
  from,
  to: from + 0.1,
  answers: 5,
  confidence: from + 0.05,
  correct,
  interval: { low: Math.max(0, correct - 0.3), high: Math.min(1, correct + 0.3) },
});
const change = (perturbation: string) => ({ perturbation, instances: 10, plain: 0.6, changed: 0.5, worst: 0.4 });
const overAll = { instances: 10, plain: 0.6, worst: 0.4, spread: 0.1 };
const QUALITIES: NonNullable<LeaderboardRun["qualities"]> = {
  robustness: { changes: [change("typos"), change(HOSTILE[1])], all: overAll },
  counterfactual: { changes: [{ ...change("swap_sex"), flips: { share: 0.2, of: 10 } }], all: overAll },
  repeats: { share: 0.1, of: 10 },
  calibration: { answers: 10, ece: 0.25, brier: 0.3, bins: [bin(0.5, 0.4), bin(0.9, 0.6)] },
  style: { answers: 10, ofAnswers: { words: 80, hedges: 1, longWords: 8 } },
};

function run(m: number, b: number): LeaderboardRun {
  const access = b === 1 ? "gated" : "public";
  const value = score(m, b);
  return {
    slug: slugOf(m, b),
    suite: "main",
    run: `${benchmarkName(b)}:model=${modelName(m).replace("/", "_")}`,
    benchmark: benchmarkName(b),
    model: modelName(m),
    modelDeployment: modelName(m),
    access,
    hasPages: access === "public" && b === 0,
    instances: INSTANCES,
    failed: m === 1 ? 1 : 0,
    mainMetric: "exact_match",
    mainValue: value,
    stats: { exact_match: value ?? 0, num_output_tokens: 12.5 },
    prompts: "own 1",
    judges: b === 0 ? [{ name: "lexical", model: "builtin/lexical-judge", standIn: true }] : [],
    contentSha256: "0".repeat(64),
    origin: "medhelm",
    ...(b === 3 ? { requests: 40, qualities: QUALITIES } : {}),
    ...(b === 0 ? { breakdown: { worst: ["id3", "turned", "lines"].map((id) => ({ id, value: 0 })) } } : {}),
  };
}

function table(group: string, title: string, benchmarks: readonly number[], models: number): Table {
  return {
    group,
    title,
    description: "",
    columns: benchmarks.map((b) => ({
      group: benchmarkName(b),
      groupDisplayName: `Sample ${b}`,
      metric: "exact_match",
      metricDisplayName: "EM",
      lowerIsBetter: false,
    })),
    rows: Array.from({ length: models }, (_, m) => ({
      model: modelName(m),
      modelDeployment: modelName(m),
      meanWinRate: models > 1 ? ((m * 41) % 100) / 100 : null,
      winRateColumns: models > 1 ? benchmarks.length : 0,
      cells: benchmarks.map((b) => {
        const value = score(m, b);
        const hasRun = value !== null;
        return {
          value,
          instances: hasRun ? INSTANCES : 0,
          failed: hasRun && m === 1 ? 1 : 0,
          verdictsAsked: hasRun && b === 0 ? 30 : 0,
          verdictsScored: hasRun && b === 0 ? (m === 1 ? 27 : 30) : 0,
          runs: hasRun ? [slugOf(m, b)] : [],
        };
      }),
    })),
  };
}

export function sampleLeaderboard({ models, benchmarks }: SampleSize): Leaderboard {
  const all = Array.from({ length: benchmarks }, (_, b) => b);
  const used = CATEGORIES.slice(0, benchmarks).map((displayName, c) => ({
    name: `category_${c}`,
    displayName,
    members: all.filter((b) => b % CATEGORIES.length === c),
  }));
  // The columns of the root table are ordered by category, as in HELM's schema.
  const ordered = used.flatMap(({ members }) => members);
  return {
    formatVersion: 1,
    name: "sample-1",
    kind: "release",
    date: "2026-11-21",
    profile: "helm",
    suites: ["main"],
    schema: "packaged",
    rootGroup: "all_scenarios",
    models: Array.from({ length: models }, (_, m) => ({
      name: modelName(m),
      displayName: m === 0 ? "First option" : `Sample Model ${m}`,
      organization: "Sample",
      access: "open",
      description: "Invented for a test.",
      isBaseline: m === 0,
    })),
    groups: [
      {
        name: "all_scenarios",
        displayName: "All scenarios",
        description: "Invented scenarios.",
        subgroups: used.map(({ name }) => name),
        category: "",
      },
      ...used.map(({ name, displayName, members }) => ({
        name,
        displayName,
        description: `What happens under the heading ${displayName}.`,
        subgroups: members.map(benchmarkName),
        category: "",
      })),
      ...all.map((b) => ({
        name: benchmarkName(b),
        displayName: `Sample ${b}`,
        description: "Invented questions about an invented ward.",
        subgroups: [],
        category: categoryName(b),
        benchmark: {
          access: b === 1 ? ("gated" as const) : ("public" as const),
          subcategory: "Invented",
          mainMetric: "exact_match",
          taxonomy: {
            task: "question answering",
            what: "a fact",
            who: "a nurse",
            when: "any time",
            language: "English",
          },
        },
      })),
    ],
    tables: [
      table("all_scenarios", "All scenarios", ordered, models),
      ...used.map(({ name, displayName, members }) => table(name, displayName, members, models)),
      ...all.map((b) => table(benchmarkName(b), `Sample ${b}`, [b], models)),
    ],
    runs: Array.from({ length: models }, (_, m) =>
      all.filter((b) => score(m, b) !== null).map((b) => run(m, b)),
    ).flat(),
    notices: ["The judge of this release is a built-in stand-in, not a language model."],
  };
}

/** The instance id24 is an agent's task. */
const AGENT = 8;

function instance(n: number): PageInstance {
  const hostile = HOSTILE[n % HOSTILE.length] ?? "";
  const failed = n === 7;
  const right = n % 3 === 0;
  return {
    id: `id${n * 3}`,
    trial: 0,
    split: "test",
    prompt: `${hostile}\nWhich tray is number ${n}?\nA. blue\nB. green\nAnswer:`,
    ...(failed
      ? { failure: "the endpoint answered 500 four times" }
      : { response: `${right ? "A" : "B"} ${hostile}`, mapped: right ? "blue" : "green" }),
    references: [
      { text: "blue", correct: true },
      { text: "green", correct: false },
    ],
    stats: { exact_match: right && !failed ? 1 : 0, num_output_tokens: 12 },
    corrected: {},
    ...(n === AGENT && { transcript: agentSteps(HOSTILE.join("")) }),
    judgements: failed
      ? [{ judge: "lexical", standIn: true, criteria: [], unscored: "there was no answer" }]
      : [
          {
            judge: "lexical",
            standIn: true,
            criteria: [{ name: "accuracy", score: right ? 5 : 2, explanation: `It names tray ${n}. ${hostile}` }],
          },
        ],
  };
}

/** Three steps of an agent, with text that would run if a page parsed it as HTML. */
const agentSteps = (hostile: string): Transcript => ({
  formatVersion: 1,
  turns: [
    {
      text: `I look first. ${hostile}`,
      thinking: hostile,
      calls: [],
      invalid: "the reply calls no tool",
      says: hostile,
    },
    {
      text: "",
      calls: [{ name: "find_tray", arguments: `{"color":"${hostile}"}`, result: `tray 8 ${hostile}` }],
      cut: true,
    },
    { text: "", calls: [{ name: hostile, arguments: "", result: "no such tool", invalid: `there is no ${hostile}` }] },
  ],
  end: { kind: "steps", reason: "the limit of 3 steps" },
  checks: [
    { name: "tray", passed: true },
    { name: "end of the request", passed: false, detail: `wanted done, got ${hostile}` },
  ],
});

/** Writes leaderboard.json and the pages of its public runs into `dir`. */
export function writeSampleRelease(dir: string, size: SampleSize): Leaderboard {
  const leaderboard = sampleLeaderboard(size);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "leaderboard.json"), JSON.stringify(leaderboard));
  for (const { slug } of leaderboard.runs.filter(({ hasPages }) => hasPages))
    writePages(join(dir, "pages", slug), { firstPage: 0 });
  return leaderboard;
}

/** Writes the release and the sealed generations of its public runs into an object tree. */
export async function writeSealedRelease(tree: string, size: SampleSize): Promise<Leaderboard> {
  const { runs, ...common } = sampleLeaderboard(size);
  const sealed = runs.map((one) => (one.hasPages ? { ...one, pages: { folder: pagesOf(one), count: 3 } } : one));
  const leaderboard = { ...common, runs: sealed };
  const dir = join(tree, "releases", leaderboard.name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "leaderboard.json"), JSON.stringify(leaderboard));
  for (const { pages } of sealed.filter(({ hasPages }) => hasPages))
    await writeListedPages(join(tree, pages?.folder ?? ""));
  return leaderboard;
}

const pagesOf = (sealed: LeaderboardRun): string =>
  runFileKeys(sealed.suite, sealed.run, {
    folder: generationFolder("public", 1, "0123456789abcdef0123456789abcdef"),
    derived: "derived-0123456789ab",
  })("pages/");

/** Text that hides, turns or crowds other text, at the end of the run. */
const DECEPTIVE: readonly PageInstance[] = [
  { ...instance(20), id: "turned", response: "safe \u202Eefasnu\u200B" },
  { ...instance(21), id: "stacked", response: `a${"\u0301".repeat(400)}` },
  { ...instance(22), id: "large", response: "word ".repeat(200_000) },
  { ...instance(23), id: "lines", response: "\n".repeat(20_000) + "end" },
];

async function* shown() {
  for (const one of [...Array.from({ length: INSTANCES }, (_, n) => instance(n)), ...DECEPTIVE])
    yield {
      instance: one,
      question: `Which tray is ${one.id}?`,
      isCut: one.id === "large",
      details: { judgePrompts: { jury: "Rate the tray." } },
    };
}

/** Writes the files of a newer run: small chunks, and the list with its ids and details. */
async function writeListedPages(dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const means = { helm: 0.5, corrected: 0.5 };
  const metric = { name: "exact_match", range: { min: 0, max: 1 }, isJudged: true, means, judges: ["lexical"] };
  for await (const { file, body } of runPageFiles(shown(), metric, 3_500)) writeFileSync(join(dir, file), body);
}

function writePages(dir: string, { firstPage }: { readonly firstPage: number }): void {
  mkdirSync(dir, { recursive: true });
  const json = (name: string, value: unknown) => writeFileSync(join(dir, name), JSON.stringify(value));
  const all = Array.from({ length: INSTANCES }, (_, n) => instance(n));
  const pages: PageIndex["pages"] = [];
  for (let first = 0; first < all.length; first += PER_CHUNK) {
    const page: Page = {
      formatVersion: 1,
      page: pages.length + firstPage,
      instances: all.slice(first, first + PER_CHUNK),
    };
    pages.push({ page: page.page, first, count: page.instances.length, bytes: JSON.stringify(page).length });
    json(`${page.page}.json`, page);
  }
  json("index.json", { formatVersion: 1, instances: all.length, pages } satisfies PageIndex);
}
