import { z } from "zod";
import { RecordsOfRun } from "../../agents/records-tally.ts";
import { ModelOfRun } from "../../models/model-of-run.ts";
import { MainRange } from "../../run/spec/main-range.ts";
import { Qualities } from "../../qualities/qualities.ts";
import { Access, Protocol } from "../../run/profile.ts";
import { GENERATION_FOLDER } from "../../store/object-keys.ts";
import { raisedInt } from "../../store/raised-int.ts";
import { Baselines, RepeatMeasures, JuryMeasures, TwoWayCounts } from "../../scoring/run-measures.ts";
import { Latency } from "../../scoring/latency-tally.ts";
import { ReplyCounts } from "../../scoring/reply-tally.ts";
import { Cluster, Stratum } from "../../scoring/row-groups.ts";
import { judgeCosts, judgeFacts } from "./judge-facts.ts";

/** How many instances, requests and verdicts a run has. */
export const Coverage = z.object({
  instances: z.int(),
  requests: z.int(),
  answered: z.int(),
  /** requests without an answer after the last retry */
  failed: z.int(),
  /** number of requested verdicts, and of those with a score; both are 0 without a jury */
  verdictsAsked: z.int(),
  verdictsScored: z.int(),
  /** values behind the main metric's mean under each profile; absent in older runs */
  scored: z.object({ helm: z.int(), corrected: z.int() }).exactOptional(),
  /** requests to candidate and judges that failed for a temporary reason, such as a time-out; the next start asks them again */
  transient: z.int().positive().exactOptional(),
});

/**
 * runs/<suite>/<run>/manifest.json: the seal of a run, written last. It names the folder of the sealed generation. `contentSha256` does not include `execution` and the
 * fields in helm/volatile.ts, which differ between two executions of the same run.
 */
export const Manifest = z.object({
  /** 1: the files lie next to the manifest. 2: they lie in `folder`, where a reader of format 1 would not look. */
  formatVersion: z.literal([1, 2]),
  suite: z.string(),
  run: z.string(),
  generation: raisedInt,
  /** The folder of this generation (keys.generation). Absent: the files lie next to the manifest, as in HELM's folders. */
  folder: z.string().regex(GENERATION_FOLDER).exactOptional(),
  /** The folder in it that contains the aggregator's files, e.g. "derived-0123456789ab". */
  derived: z
    .string()
    .regex(/^derived-[0-9a-f]{12}$/)
    .exactOptional(),
  runKey: z.string(),
  benchmark: z.string(),
  model: z.string(),
  modelDeployment: z.string(),
  access: Access,
  category: z.string(),
  subcategory: z.string(),
  mainMetric: z.string(),
  mainSplit: z.string(),
  /** the smallest and the largest possible value of the main metric; absent: unbounded, or an older run */
  mainRange: MainRange.exactOptional(),
  /** the grouping of rows in scores.json; absent in older runs */
  cluster: Cluster.exactOptional(),
  stratum: Stratum.exactOptional(),
  /** hash of all files in `files` without their volatile fields; equal for two executions with the same results */
  contentSha256: z.string(),
  /** sha256 of each file's bytes, by its path inside the run folder */
  files: z.record(z.string(), z.string()),
  dataset: z.object({ sha256: z.string(), sources: z.array(z.object({ label: z.string(), sha256: z.string() })) }),
  /** "own <version>", "helm <sha256>" or "custom <sha256>" */
  prompts: z.string(),
  protocol: Protocol.optional(),
  judges: z.array(
    z.object({
      name: z.string(),
      model: z.string(),
      modelDeployment: z.string(),
      ...judgeFacts,
      ...judgeCosts,
    }),
  ),
  /** annotation -> "own <sha256>", "helm <sha256>" or "custom <sha256>" of its judges' prompt template */
  judgePrompts: z.record(z.string(), z.string()).exactOptional(),
  /** what answered, by deployment; absent for built-in rules and in older runs */
  models: z.record(z.string(), ModelOfRun).exactOptional(),
  /** A baseline is not a language model, so every page labels it. */
  candidateIsBaseline: z.boolean(),
  coverage: Coverage,
  /** absent in older runs */
  replies: ReplyCounts.exactOptional(),
  /** the main metric of rules that know no medicine; absent if judges or a database score the answers, and in older runs */
  baselines: z.object({ helm: Baselines, corrected: Baselines }).exactOptional(),
  /** how the answers to questions with two labels were read; absent for other questions, and in older runs */
  twoWay: TwoWayCounts.exactOptional(),
  /** absent without a jury whose mean is the main metric, and in older runs */
  jury: JuryMeasures.exactOptional(),
  /** how the scores of repeated requests differ; absent for a single run */
  repeats: RepeatMeasures.exactOptional(),
  /** more than the score: robustness, calibration and style; absent in older runs, and if the answers show none */
  qualities: Qualities.exactOptional(),
  /** the records that an agent's tasks read from a server of the user; absent if they read none, and in older runs */
  records: RecordsOfRun.exactOptional(),
  /** absent if the provider reports no tokens */
  tokens: z.object({ prompt: z.int(), completion: z.int() }).optional(),
  /** answers whose server reported impossible token counts, which are left out; absent: none, or an older run */
  wrongCounts: z.int().positive().exactOptional(),
  /** answers whose reply names another model than the reply to the canary request; absent: none, or an older run */
  otherModels: z.int().positive().exactOptional(),
  /** cost of the candidate's answers at the deployment's price; absent if it has no price */
  costUsd: z.number().optional(),
  /** the day of that price, YYYY-MM-DD; absent if the price has no date, and in older runs */
  priceAsOf: z.string().exactOptional(),
  /** HELM's name of the tokenizer that counted prompt tokens; absent without a tokenizer, which HELM counts as 1 token */
  tokenizer: z.string().optional(),
  /** metric that could not be computed -> reason */
  absentMetrics: z.record(z.string(), z.string()),
  code: z.object({ version: z.string() }),
  /** kind of derived file -> the version of the rules that made it; absent in older runs */
  derivedRules: z.record(z.string(), z.int()).exactOptional(),
  /** hash of the manifest's other fields (store/manifest-hash.ts); absent in older runs */
  ownSha256: z.string().exactOptional(),
  execution: z.object({
    startedAt: z.string(),
    finishedAt: z.string(),
    attempts: z.int(),
    host: z.string(),
    latency: Latency.exactOptional(),
  }),
});
export type Manifest = z.infer<typeof Manifest>;

/** Whether every reply of a run is empty, withheld or cut before its answer, so that the scores measure no answer. */
export const hasNoAnswer = ({
  coverage: { answered, requests },
  replies,
}: Pick<Manifest, "coverage" | "replies">): boolean =>
  replies !== undefined &&
  requests > 0 &&
  (replies.withoutAnswer ?? replies.empty) === answered &&
  answered + replies.filtered === requests;

/** The requests without an answer, except those that a content filter refused: these are outcomes of the candidate and count in the mean. */
export const failedRequests = ({ coverage, replies }: Pick<Manifest, "coverage" | "replies">): number =>
  coverage.failed - (replies?.filtered ?? 0);

/** The judges that were the candidate itself. Their verdicts compare with no others, so that every text and table marks them. */
export const ownJudges = (judges: readonly Pick<Manifest["judges"][number], "name" | "isCandidate">[]): string[] =>
  judges.flatMap(({ name, isCandidate }) => (isCandidate === true ? [name] : []));
