import { z } from "zod";
import { MainRange } from "../../run/spec/main-range.ts";
import { timeText } from "../../store/time-text.ts";
import { BenchmarkFacts } from "../../run/card.ts";
import { Access, Profile } from "../../run/profile.ts";
import { AccessSubset } from "./access-subset.ts";
import { CellStatistics } from "../statistics/cell-statistics.ts";
import { RowAverages, WinShares } from "../statistics/averages.ts";
import { Latency } from "../../scoring/latency-tally.ts";
import { ReplyCounts } from "../../scoring/reply-tally.ts";
import { Baselines, JuryMeasures, RepeatMeasures, TwoWayCounts } from "../../scoring/run-measures.ts";
import { Qualities } from "../../qualities/qualities.ts";
import { RowCosts } from "./costs.ts";
import { RunBreakdown } from "../runs/run-breakdown.ts";
import { ClinicianMean } from "../statistics/clinician-mean.ts";
import { judgeCosts, judgeFacts } from "../runs/judge-facts.ts";
import { JudgeAgreement } from "../statistics/judge-agreement.ts";
import { Exploratory } from "../statistics/exploratory-pairs.ts";
import { ColumnItemCounts, RowInference, Stability, TableInference } from "../statistics/ranking.ts";

/** A value of a table, with the counts behind it. */
export const Cell = z.object({
  /** null if there is no run, or if the run has no such stat */
  value: z.number().nullable(),
  /** number of evaluated instances, without train trials */
  instances: z.int(),
  /** number of values behind a main metric's mean; absent if it is unknown, e.g. if a folder of HELM's lacks per_instance_stats.json */
  scored: z.int().exactOptional(),
  /** number of failed requests for these instances; absent if a run did not count them */
  failed: z.int().exactOptional(),
  /** absent if a run did not count them */
  verdictsAsked: z.int().exactOptional(),
  verdictsScored: z.int().exactOptional(),
  /** whether a judge of these verdicts was the candidate itself; absent: no, or no run recorded it */
  judgedItself: z.literal(true).exactOptional(),
  /** slugs of the runs behind the value */
  runs: z.array(z.string()),
  /** the suites of these runs; absent if the leaderboard has one suite, and in an older release */
  suites: z.array(z.string()).exactOptional(),
  /** absent in an older release, and in a column that does not rank */
  ...CellStatistics.shape,
});
export type Cell = z.infer<typeof Cell>;

export const Column = z.object({
  /** run group, e.g. "pubmed_qa" */
  group: z.string(),
  groupDisplayName: z.string(),
  metric: z.string(),
  metricDisplayName: z.string(),
  lowerIsBetter: z.boolean().nullable(),
  /** absent in an older release, and if no scores of instances are known */
  itemCounts: ColumnItemCounts.exactOptional(),
});
export type Column = z.infer<typeof Column>;

/** One table per benchmark, per category, and for the whole. */
export const Table = z.object({
  group: z.string(),
  title: z.string(),
  description: z.string(),
  columns: z.array(Column),
  /** The wordings of the runs: "own", "helm", "custom", "unknown", or with a number "custom 2". Absent in an older release. */
  wordings: z.array(z.string()).exactOptional(),
  rows: z.array(
    z.object({
      model: z.string(),
      modelDeployment: z.string(),
      /** the wording of the row's runs, one of `wordings`; absent if each benchmark of the table has only one */
      wording: z.string().exactOptional(),
      /** null if no column has two models to compare */
      meanWinRate: z.number().nullable(),
      /** number of columns behind the mean win rate */
      winRateColumns: z.int(),
      /** one per column */
      cells: z.array(Cell),
      /** the suites of the row's runs; absent if the leaderboard has one suite, and in an older release */
      suites: z.array(z.string()).exactOptional(),
      /** absent in an older release, and in the table of one benchmark */
      ...RowAverages.shape,
      /** absent in an older release */
      ...RowInference.shape,
      /** absent if a run has no cost, and in an older release */
      costs: RowCosts.exactOptional(),
    }),
  ),
  /** absent in an older release, in the table of one benchmark, and for more than 100 rows */
  winShares: WinShares.exactOptional(),
  /** absent in an older release */
  inference: TableInference.exactOptional(),
  /**
   * The rankings by the public benchmarks alone, and by the others. Absent in an older release, and in a table that does not compare benchmarks
   * of both kinds.
   */
  subsets: z.array(AccessSubset).exactOptional(),
  /** one for each wording; absent in an older release and in the table of one benchmark */
  stability: z.array(Stability).exactOptional(),
  /** only of the root table; absent in an older release, for more than 40 rows, and if no scores of instances are known */
  exploratory: Exploratory.exactOptional(),
});
export type Table = z.infer<typeof Table>;

export const LeaderboardModel = z.object({
  name: z.string(),
  displayName: z.string(),
  organization: z.string(),
  access: z.string(),
  releaseDate: z.string().optional(),
  /** number of parameters; absent if it is unknown */
  parameters: z.number().exactOptional(),
  /** the year, month or day up to which the model has knowledge, as its maker says; absent if it is unknown */
  knowledgeCutoff: z.string().exactOptional(),
  /** US dollars for a million tokens of each deployment with runs, where it is known */
  prices: z
    .array(
      z.object({
        deployment: z.string(),
        inputUsd: z.number(),
        outputUsd: z.number(),
        /** the day of the price, YYYY-MM-DD */
        asOf: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  description: z.string(),
  /** a built-in rule, not a language model */
  isBaseline: z.boolean(),
});
export type LeaderboardModel = z.infer<typeof LeaderboardModel>;

export const LeaderboardGroup = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  /** names of subgroups; empty for a benchmark */
  subgroups: z.array(z.string()),
  category: z.string(),
  /** absent for a group with subgroups */
  benchmark: z
    .object({
      access: Access,
      subcategory: z.string(),
      mainMetric: z.string(),
      taxonomy: z.record(z.string(), z.string()).optional(),
      ...BenchmarkFacts.shape,
    })
    .optional(),
});
export type LeaderboardGroup = z.infer<typeof LeaderboardGroup>;

export const LeaderboardRun = z.object({
  /** a folder name, unique in the release; the run's page is runs/<slug>/ */
  slug: z.string(),
  suite: z.string(),
  run: z.string(),
  benchmark: z.string(),
  model: z.string(),
  modelDeployment: z.string(),
  access: Access,
  /** whether the site shows the run's instances */
  hasPages: z.boolean(),
  /**
   * The pages of a sealed generation: `folder` is their place in the object tree, and ends with "/"; `count` is their number.
   * Absent: the release itself contains pages/<slug>/<n>.json.
   */
  pages: z.object({ folder: z.string(), count: z.int() }).exactOptional(),
  instances: z.int(),
  /** number of values behind mainValue; absent if it is unknown */
  scored: z.int().exactOptional(),
  /** absent if the run did not count them */
  failed: z.int().exactOptional(),
  /** number of requests, those of changed and repeated questions included; absent in an older release, and if the run did not count them */
  requests: z.int().exactOptional(),
  mainMetric: z.string(),
  mainValue: z.number().nullable(),
  /** the smallest and the largest possible mainValue; absent: unbounded, or unknown */
  mainRange: MainRange.exactOptional(),
  /** plain (unperturbed) stats on the main split: name -> mean */
  stats: z.record(z.string(), z.number()),
  /** the main metric's mean over the lower scores of each instance and its changed copies, by kind of change; absent: nothing was changed */
  worstCase: z.object({ robustness: z.number().exactOptional(), fairness: z.number().exactOptional() }).exactOptional(),
  /** the wording as its row names it; absent in an older release */
  wording: z.string().exactOptional(),
  prompts: z.string().optional(),
  judges: z.array(
    z.object({
      name: z.string(),
      model: z.string(),
      ...judgeFacts,
      /** how its single verdicts agree with the other judges; absent if they are unknown, and for the only judge */
      agreement: JudgeAgreement.exactOptional(),
      ...judgeCosts,
    }),
  ),
  /** annotation -> origin and hash of the judges' prompt template */
  judgePrompts: z.record(z.string(), z.string()).exactOptional(),
  contentSha256: z.string().optional(),
  /** the version of MedHELM that scored the run; absent for HELM's runs and in an older release */
  codeVersion: z.string().exactOptional(),
  /** tokens of the candidate's requests, counted by its provider; absent if the provider does not count */
  tokens: z.object({ prompt: z.int(), completion: z.int() }).exactOptional(),
  /** absent if the deployment has no price */
  costUsd: z.number().exactOptional(),
  /** the day of the price, YYYY-MM-DD */
  priceAsOf: z.string().exactOptional(),
  /** how the candidate replied; absent in an older release, and for runs of other tools */
  replies: ReplyCounts.exactOptional(),
  /** more than the score; absent in an older release or run, and if the answers show none */
  qualities: Qualities.exactOptional(),
  /** the time for an answer; absent if it is unknown, and in an older release */
  latency: Latency.exactOptional(),
  /** absent in an older release, and if the scores of instances are unknown */
  breakdown: RunBreakdown.exactOptional(),
  /** The main metric of answers that need no model (core/scoring/baselines.ts), under the release's profile. */
  baselines: Baselines.extend({
    /** the score is not better than that of the most frequent label */
    isNotAboveMajority: z.literal(true).exactOptional(),
  }).exactOptional(),
  /** measures of questions with two labels, as profile corrected reads the answers */
  twoWay: TwoWayCounts.exactOptional(),
  /**
   * The jury's mean under other rules for verdicts. `withoutFamily.comparable` includes the severity of the judges that are left out, so that it
   * compares with other models' full juries. It is absent if no other run of the benchmark shows that severity. `severityRuns` is their number.
   */
  jury: JuryMeasures.extend({
    withoutFamily: JuryMeasures.shape.withoutFamily
      .unwrap()
      .extend({ comparable: z.number().exactOptional(), severityRuns: z.int().exactOptional() })
      .exactOptional(),
  }).exactOptional(),
  /** absent without clinicians' ratings of the run, and in an older release */
  clinicians: ClinicianMean.exactOptional(),
  /** the share of the replies in which the benchmark's reader found no answer; absent if the benchmark has no reader */
  unreadRate: z.number().exactOptional(),
  /** `times`: the requests for each item. 1: a single run, which says nothing about chance. The measures are those of the release's profile. */
  repeats: RepeatMeasures.shape.helm.unwrap().partial().extend({ times: z.int() }).exactOptional(),
  /** the tool that made the run; only "medhelm" writes a manifest. "table": the score is one of an imported table, without instances */
  origin: z.enum(["medhelm", "helm", "table"]),
  /** the place in the imported table */
  table: z.object({ file: z.string(), line: z.int(), column: z.string() }).exactOptional(),
});
export type LeaderboardRun = z.infer<typeof LeaderboardRun>;

/** releases/<R>/leaderboard.json: all data of the site except for instances. It has no prompt, response or explanation. */
export const Leaderboard = z.object({
  formatVersion: z.literal(1),
  /** name of the release, or of the suite */
  name: z.string(),
  kind: z.enum(["release", "suite"]),
  /** YYYY-MM-DD */
  date: timeText,
  profile: Profile,
  suites: z.array(z.string()),
  schema: z.string(),
  /** the table that the front page shows */
  rootGroup: z.string(),
  models: z.array(LeaderboardModel),
  groups: z.array(LeaderboardGroup),
  tables: z.array(Table),
  runs: z.array(LeaderboardRun),
  /** the jury's means of reference answers as they are ("gold") and altered, of `medhelm judges check`; absent: none */
  controls: z
    .array(z.object({ benchmark: z.string(), alteration: z.string(), value: z.number(), instances: z.int() }))
    .exactOptional(),
  /** sentences for every page, e.g. that a judge is a stand-in */
  notices: z.array(z.string()),
});
export type Leaderboard = z.infer<typeof Leaderboard>;
