import { z } from "zod";
import { Profile } from "../run/profile.ts";
import { canonicalJson, sha256Hex } from "../store/canonical.ts";
import { Coverage, Manifest } from "./runs/manifest.ts";
import { type Leaderboard, LeaderboardModel, LeaderboardRun, type Table } from "./leaderboard/leaderboard.ts";
import { untested } from "./leaderboard/not-tested.ts";
import { Interval, Question } from "./statistics/ranking.ts";
import { rootTable } from "./leaderboard/root-table.ts";

/** The score of a model on one benchmark in the table of the release. */
const EvidenceScore = z.object({
  benchmark: z.string(),
  displayName: z.string(),
  metric: z.string(),
  value: z.number(),
  /** 95 %, for new questions of the same benchmark; absent with the reason in the release */
  interval: Interval.exactOptional(),
  instances: z.int(),
  scored: z.int().exactOptional(),
  failed: z.int().exactOptional(),
});

/** A row of the release's table: the model at one deployment and with one wording of the prompts. */
const EvidenceRow = z.object({
  modelDeployment: z.string(),
  wording: z.string().exactOptional(),
  /** over all benchmarks, from 0 to 1; absent if the row is not ranked */
  average: z
    .object({
      value: z.number(),
      interval: Interval.exactOptional(),
      rankSet: z.tuple([z.int(), z.int()]).exactOptional(),
      /** whether the interval and the ranks hold for new questions, or for other benchmarks, too */
      answers: Question.exactOptional(),
    })
    .exactOptional(),
  notRankedBecause: z.string().exactOptional(),
  meanWinRate: z.number().nullable(),
  scores: z.array(EvidenceScore),
});

const Judge = LeaderboardRun.shape.judges.element.pick({
  name: true,
  model: true,
  standIn: true,
  sameFamily: true,
  isCandidate: true,
  asked: true,
  scored: true,
});

/** A run behind the scores: its versions, dates, data, prompts, judges and hashes. */
const EvidenceRun = z.object({
  suite: z.string(),
  run: z.string(),
  benchmark: z.string(),
  modelDeployment: z.string(),
  metric: z.string(),
  value: z.number().nullable(),
  instances: z.int(),
  scored: z.int().exactOptional(),
  failed: z.int().exactOptional(),
  judges: z.array(Judge),
  /** absent for a folder of another tool, which does not record this */
  seal: z
    .object({
      startedAt: z.string(),
      finishedAt: z.string(),
      codeVersion: z.string(),
      data: Manifest.shape.dataset,
      prompts: z.string(),
      judgePrompts: z.record(z.string(), z.string()).exactOptional(),
      protocol: z.string().exactOptional(),
      /** what answered, by deployment */
      models: Manifest.shape.models,
      coverage: Coverage,
      absentMetrics: z.record(z.string(), z.string()),
      contentSha256: z.string(),
      manifestSha256: z.string().exactOptional(),
    })
    .exactOptional(),
});

/** The evidence about one model of a release, without any prompt or answer. docs/evidence.md describes it. */
export const Evidence = z.object({
  formatVersion: z.literal(1),
  kind: z.literal("medhelm-evidence"),
  model: LeaderboardModel,
  release: z.object({
    name: z.string(),
    kind: z.enum(["release", "suite"]),
    date: z.string(),
    profile: Profile,
    suites: z.array(z.string()),
    models: z.int(),
    leaderboardSha256: z.string(),
  }),
  rows: z.array(EvidenceRow),
  runs: z.array(EvidenceRun),
  /** as sentences */
  notTested: z.array(z.string()),
  notices: z.array(z.string()),
  dataTerms: z.array(
    z.object({
      benchmark: z.string(),
      displayName: z.string(),
      access: z.string(),
      /** absent if the benchmark's card states none */
      licence: z.string().exactOptional(),
      source: z.string().exactOptional(),
      knownFaults: z.array(z.string()),
    }),
  ),
  verify: z.string(),
  /** the hash of all other fields */
  sha256: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** The seal of a run, as the release refers to it. */
export interface RunSeal {
  readonly manifest: Manifest;
  readonly manifestSha256?: string;
}

export interface EvidenceInput {
  readonly leaderboard: Leaderboard;
  readonly leaderboardSha256: string;
  readonly model: LeaderboardModel;
  /** by run; undefined for a folder of another tool */
  sealOf(run: LeaderboardRun): RunSeal | undefined;
}

/** Makes the evidence from the files of a release. It has no time and no place of its own, so that it can be computed again. */
export function makeEvidence({ leaderboard, leaderboardSha256, model, sealOf }: EvidenceInput): Evidence {
  const { name, kind, date, profile, suites, models, groups, notices } = leaderboard;
  const runs = leaderboard.runs.filter((run) => run.model === model.name);
  const root = rootTable(leaderboard);
  const rows = (root?.rows ?? []).filter((row) => row.model === model.name);
  const used = new Set(runs.map(({ benchmark }) => benchmark));
  const evidence = {
    formatVersion: 1 as const,
    kind: "medhelm-evidence" as const,
    model,
    release: { name, kind, date, profile, suites, models: models.length, leaderboardSha256 },
    rows: rows.map((row) => rowOf(row, root)),
    runs: runs.map((run) => runOf(run, sealOf(run))),
    notTested: notTestedSentences(leaderboard, rows),
    notices,
    dataTerms: groups.flatMap(({ name: group, displayName, benchmark }) =>
      benchmark === undefined || !used.has(group)
        ? []
        : [
            {
              benchmark: group,
              displayName,
              access: benchmark.access,
              ...(benchmark.licence === undefined ? {} : { licence: benchmark.licence }),
              ...(benchmark.source === undefined ? {} : { source: benchmark.source }),
              knownFaults: benchmark.knownFaults ?? [],
            },
          ],
    ),
    verify: "medhelm verify FILE",
  };
  return { ...evidence, sha256: evidenceHash(evidence) };
}

/** The hash of all fields but `sha256`. */
export function evidenceHash({ sha256: _own, ...fields }: Readonly<Record<string, unknown>>): string {
  return sha256Hex(canonicalJson(fields));
}

type Row = Table["rows"][number];

function rowOf(row: Row, table: Table | undefined): z.infer<typeof EvidenceRow> {
  const { modelDeployment, wording, meanWinRate, cells, ranking } = row;
  return {
    modelDeployment,
    ...(wording === undefined ? {} : { wording }),
    ...averageOf(ranking, table),
    meanWinRate,
    scores: (table?.columns ?? []).flatMap(({ group, groupDisplayName, metric }, place) => {
      const cell = cells[place];
      if (cell?.value == null) return [];
      const { value, instances, scored, failed, interval } = cell;
      return [
        {
          benchmark: group,
          displayName: groupDisplayName,
          metric,
          value,
          ...(interval !== undefined && "low" in interval
            ? { interval: { low: interval.low, high: interval.high } }
            : {}),
          instances,
          ...(scored === undefined ? {} : { scored }),
          ...(failed === undefined ? {} : { failed }),
        },
      ];
    }),
  };
}

function averageOf(ranking: Row["ranking"], table: Table | undefined) {
  if (ranking === undefined) return {};
  if ("notRankedBecause" in ranking) return { notRankedBecause: ranking.notRankedBecause };
  const first = table?.inference?.headline ?? "otherBenchmarks";
  const question = ranking[first] === undefined ? (["otherBenchmarks", "sameBenchmarks"] as const) : ([first] as const);
  const answers = question.find((one) => ranking[one] !== undefined);
  const answer = answers && ranking[answers];
  return {
    average: {
      value: ranking.value,
      ...(answer?.interval === undefined ? {} : { interval: answer.interval }),
      ...(answer === undefined ? {} : { rankSet: answer.rankSet }),
      ...(answers === undefined ? {} : { answers }),
    },
  };
}

function runOf(run: LeaderboardRun, seal: RunSeal | undefined): z.infer<typeof EvidenceRun> {
  const { suite, benchmark, modelDeployment, mainMetric, mainValue, instances, scored, failed } = run;
  return {
    suite,
    run: run.run,
    benchmark,
    modelDeployment,
    metric: mainMetric,
    value: mainValue,
    instances,
    ...(scored === undefined ? {} : { scored }),
    ...(failed === undefined ? {} : { failed }),
    judges: run.judges.map((judge) => Judge.parse(judge)),
    ...(seal === undefined ? {} : { seal: sealFields(seal) }),
  };
}

function sealFields({ manifest, manifestSha256 }: RunSeal) {
  const { execution, code, dataset, prompts, judgePrompts, protocol, models, coverage } = manifest;
  return {
    startedAt: execution.startedAt,
    finishedAt: execution.finishedAt,
    codeVersion: code.version,
    data: dataset,
    prompts,
    ...(judgePrompts === undefined ? {} : { judgePrompts }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(models === undefined ? {} : { models }),
    coverage,
    absentMetrics: manifest.absentMetrics,
    contentSha256: manifest.contentSha256,
    ...(manifestSha256 === undefined ? {} : { manifestSha256 }),
  };
}

/** The same facts as on the site's evaluation summary, with all names. */
function notTestedSentences(leaderboard: Leaderboard, rows: readonly Row[]): string[] {
  const valued = ({ cells }: Row): number => cells.filter(({ value }) => value !== null).length;
  const [main] = rows.toSorted((a, b) => valued(b) - valued(a));
  const { missing, language, closed } = untested(leaderboard, main);
  return [
    "Your patients, your record system and your way of working.",
    ...(language === undefined ? [] : [`Languages other than ${language}.`]),
    "Pictures and speech.",
    "Effects on patients and on the work of clinicians.",
    "Fairness between groups of patients, of which MedHELM measures little.",
    ...(missing.length === 0 ? [] : [`${missing.length} of the release's benchmarks: ${missing.join(", ")}.`]),
    ...(closed === 0
      ? []
      : [`The questions of ${closed} of the benchmarks are not public, so that others cannot read them.`]),
    `Changes by the maker after ${leaderboard.date}.`,
  ];
}
