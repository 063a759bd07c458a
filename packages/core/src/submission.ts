import { z } from "zod";
import { LEAST_USD, MOST_USD } from "./money/micro-usd.ts";
import { OwnText } from "./money/own-text.ts";
import { Quote } from "./money/quote.ts";
import { MaxFailuresString } from "./run/max-failures.ts";
import { GENERATION_FOLDER } from "./store/object-keys.ts";
import { timeText } from "./store/time-text.ts";

/** The name of a suite, release, owner or submission. It is also used as a folder name. */
export const FolderName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    "letters, digits, '.', '_' and '-', at most 100, first a letter or digit",
  );

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits");

/** Of one submission, also in a conf. */
export const MOST_ENTRIES = 5000;
export const MOST_ENTRY_CHARACTERS = 2000;

const Entry = z.strictObject({
  description: z.string().min(1).max(MOST_ENTRY_CHARACTERS),
  priority: z.int().min(1).optional(),
  groups: z.array(z.string().max(200)).max(100).optional(),
});

/** Names of models, groups or judges. Each entry is compared with each name. */
const Names = z.array(z.string().max(1000)).max(1000);
const MOST_INPUTS = 1000;

/** The body of POST /v1/submissions: either `entries` or `conf`. Entries name uploaded files as input:<sha256>, never by a path. */
export const SubmissionRequest = z
  .strictObject({
    entries: z.array(Entry).min(1).max(MOST_ENTRIES).optional(),
    /** The text of a HOCON .conf file. */
    conf: z.string().max(1_000_000).optional(),
    suite: FolderName,
    maxEvalInstances: z.int().positive().optional(),
    numTrainTrials: z.int().positive().optional(),
    /** Entries with a higher number are skipped. */
    priority: z.int().min(1).optional(),
    modelsToRun: Names.optional(),
    groupsToRun: Names.optional(),
    /** Judge deployments that replace each benchmark's own judges. */
    judges: z.array(z.string().max(1000)).max(100).optional(),
    /** Maps a file name that the entries or their files use to the sha256 of an uploaded input. */
    inputs: z
      .record(z.string(), Sha256)
      .refine((named) => Object.keys(named).length <= MOST_INPUTS, `at most ${MOST_INPUTS} files`)
      .optional(),
    /** The maximum keeps whole millionths of a dollar exact. */
    budgetUsd: z.number().min(LEAST_USD).max(MOST_USD).optional(),
    /** A run fails if more of its requests get no answer: a share such as "5%", or a number of requests. */
    maxFailures: MaxFailuresString.optional(),
    /** The longest answer in tokens, instead of the benchmarks' limit. */
    maxTokens: z.int().positive().optional(),
    temperature: z.number().min(0).optional(),
    /** Precedes every prompt of the candidates. */
    systemMessage: z.string().min(1).max(100_000).optional(),
    /** In the provider's words, e.g. "low". */
    reasoningEffort: z.string().min(1).max(100).optional(),
    /** Whose words the prompts and rubrics are: this software's own (the default), or HELM's, which the service's operator has copied. */
    prompts: z.enum(["own", "helm"]).optional(),
    /** Ask everything again; the earlier results stay until the new ones are complete. */
    fresh: z.boolean().optional(),
  })
  .refine((s) => (s.entries === undefined) !== (s.conf === undefined), "give either entries or conf");
export type SubmissionRequest = z.infer<typeof SubmissionRequest>;

/** A stored request: an unknown field is of a later version, and passes, as do the longer lists of an earlier version. */
const StoredRequest = z.object({
  ...SubmissionRequest.shape,
  entries: z.array(z.object({ ...Entry.shape, groups: z.array(z.string()).optional() })).optional(),
  modelsToRun: z.array(z.string()).optional(),
  groupsToRun: z.array(z.string()).optional(),
  judges: z.array(z.string()).optional(),
  inputs: z.record(z.string(), Sha256).optional(),
});

/** The requests that ended without an answer, counted by the kind of error, e.g. "timeout". Absent: none, or a run of an earlier version. */
const Failures = { failures: z.record(z.string(), z.int()).exactOptional() };

/** `code`: a FailureCode, for programs; absent: a run of an earlier version. */
const Failed = { reason: z.string(), code: z.string().exactOptional() };

/** The state of one run of a submission. */
export const RunState = z.discriminatedUnion("state", [
  z.object({ state: z.literal("queued") }),
  z.object({ state: z.literal("running"), done: z.int(), total: z.int(), ...Failures }),
  z.object({
    state: z.literal("awaiting"),
    deployment: z.string(),
    /** The requests of the run that wait or are asked in the deployment's pool: 0 when it has answered them. Absent: none were there. */
    pool: z.object({ requests: z.int() }).exactOptional(),
  }),
  z.object({ state: z.literal("judged"), done: z.int(), total: z.int(), ...Failures }),
  z.object({ state: z.literal("scored") }),
  z.object({ state: z.literal("sealed"), contentSha256: z.string() }),
  z.object({ state: z.literal("failed"), ...Failed }),
  z.object({ state: z.literal("cancelled") }),
]);
export type RunState = z.infer<typeof RunState>;

/** submissions/<id>/request.json */
export const StoredSubmission = z.object({
  formatVersion: z.literal(1),
  id: z.string(),
  owner: z.string(),
  /** The organisations whose licensed data the runs read. The submitter belonged to each of them at submission. */
  organisations: z.array(z.string()).exactOptional(),
  createdAt: timeText,
  request: StoredRequest,
  runs: z.array(
    z.object({
      run: z.string(),
      /** The entry of the run, narrowed so that it expands to this run only. */
      description: z.string(),
      groups: z.array(z.string()).optional(),
      benchmark: z.string(),
      model: z.string(),
      modelDeployment: z.string(),
      /** The deployments of its judges, without duplicates. */
      judges: z.array(z.string()).exactOptional(),
      /** The organisation that licenses its data, if the data is gated or private. */
      organisation: z.string().exactOptional(),
      /** The upper bound of its number of requests, if it follows from the entry. */
      load: z
        .object({
          maxInstances: z.int().exactOptional(),
          requestsPerInstance: z.int(),
          /** Tokens per request, summed over all its completions. */
          maxTokens: z.int(),
          /** An agent's tasks: the most steps, and the bytes of its tools. Absent: an instance has one step. */
          steps: z.object({ most: z.int(), toolBytes: z.int() }).exactOptional(),
          /** The submission's effort, with which a model thinks. */
          reasoningEffort: z.string().exactOptional(),
          /** The lengths of the submitter's own texts. */
          ownText: OwnText.exactOptional(),
        })
        .exactOptional(),
    }),
  ),
  /** The quote that the API returned for this submission. */
  quote: Quote.exactOptional(),
  /** The most that the submission may spend on tokens and machines: `budgetUsd`, or the amount reserved in its owner's account. */
  limitUsd: z.number().exactOptional(),
  /** The name of its reservations in its owner's quota of runs and in its account. Absent: its owner has no quota. */
  reservation: z.string().exactOptional(),
});
export type StoredSubmission = z.infer<typeof StoredSubmission>;

/** submissions/<id>/cancel.json: queued runs do not start, and running ones stop. */
export const SubmissionCancel = z.object({ formatVersion: z.literal(1), cancelledAt: z.string() });
export type SubmissionCancel = z.infer<typeof SubmissionCancel>;

/** A message on the dispatch queue. */
export const DispatchMessage = z.object({
  submission: z.string(),
  deployment: z.string(),
  role: z.enum(["candidate", "judge"]),
});
export type DispatchMessage = z.infer<typeof DispatchMessage>;

/** A message to the aggregator. On AWS, the entry point reduces an S3 event to this shape. */
export const AggregateMessage = z.object({
  suite: z.string(),
  run: z.string(),
  generation: z.int().optional(),
  /** The folder of the attempt (keys.generation). Absent: the one that the run's identity names. */
  folder: z.string().regex(GENERATION_FOLDER).exactOptional(),
  /** A submission has ended without a seal of this run: the aggregator only deletes abandoned attempts. */
  isEnded: z.boolean().exactOptional(),
});
export type AggregateMessage = z.infer<typeof AggregateMessage>;

export const ReleaseMessage = z.object({ release: z.string() });
export type ReleaseMessage = z.infer<typeof ReleaseMessage>;
