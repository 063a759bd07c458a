import { z } from "zod";
import { Quote } from "./money/quote.ts";

/** A suite, release, owner or submission name: also a folder name. */
export const FolderName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    "letters, digits, '.', '_' and '-', at most 100, first a letter or digit",
  );

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits");

/** Body of POST /v1/submissions: `entries` or `conf`, not both. Entries name uploaded files as input:<sha256>, never a path. */
export const SubmissionRequest = z
  .strictObject({
    entries: z
      .array(
        z.strictObject({
          description: z.string().min(1).max(2000),
          priority: z.int().min(1).optional(),
          groups: z.array(z.string()).optional(),
        }),
      )
      .min(1)
      .max(5000)
      .optional(),
    /** text of a HOCON .conf */
    conf: z.string().max(1_000_000).optional(),
    suite: FolderName,
    maxEvalInstances: z.int().positive().optional(),
    numTrainTrials: z.int().positive().optional(),
    /** entries of a higher number are left out */
    priority: z.int().min(1).optional(),
    modelsToRun: z.array(z.string()).optional(),
    groupsToRun: z.array(z.string()).optional(),
    /** judge deployments in place of each benchmark's own */
    judges: z.array(z.string()).optional(),
    /** name as the entries and their files use it -> sha256 of an uploaded input */
    inputs: z.record(z.string(), Sha256).optional(),
    /** below what whole millionths can count exactly */
    budgetUsd: z.number().positive().max(1e9).optional(),
  })
  .refine((s) => (s.entries === undefined) !== (s.conf === undefined), "give either entries or conf");
export type SubmissionRequest = z.infer<typeof SubmissionRequest>;

/** One run of a submission and where it stands; `reason` says why whenever it failed. */
export const RunState = z.discriminatedUnion("state", [
  z.object({ state: z.literal("queued") }),
  z.object({ state: z.literal("running"), done: z.int(), total: z.int() }),
  z.object({ state: z.literal("awaiting"), deployment: z.string() }),
  z.object({ state: z.literal("judged"), done: z.int(), total: z.int() }),
  z.object({ state: z.literal("scored") }),
  z.object({ state: z.literal("sealed"), contentSha256: z.string() }),
  z.object({ state: z.literal("failed"), reason: z.string() }),
  z.object({ state: z.literal("cancelled") }),
]);
export type RunState = z.infer<typeof RunState>;

/** submissions/<id>/request.json */
export const StoredSubmission = z.object({
  formatVersion: z.literal(1),
  id: z.string(),
  owner: z.string(),
  /** whose licensed data its runs read; the submitter was of each when it was stored */
  organisations: z.array(z.string()).exactOptional(),
  createdAt: z.string(),
  request: SubmissionRequest,
  runs: z.array(
    z.object({
      run: z.string(),
      /** the entry that gave it, ready to expand to this one run alone */
      description: z.string(),
      groups: z.array(z.string()).optional(),
      benchmark: z.string(),
      model: z.string(),
      modelDeployment: z.string(),
      /** deployments of its judges, each once */
      judges: z.array(z.string()).exactOptional(),
      /** the organisation that licenses its data, where it is gated or private */
      organisation: z.string().exactOptional(),
      /** what it asks for at most, as far as its entry tells */
      load: z
        .object({
          maxInstances: z.int().exactOptional(),
          requestsPerInstance: z.int(),
          /** of one request, over all its completions */
          maxTokens: z.int(),
        })
        .exactOptional(),
    }),
  ),
  /** as it was told at the time */
  quote: Quote.exactOptional(),
  /** It may spend at most this on tokens and machines: `budgetUsd`, or what its owner's quota was charged with in advance. */
  limitUsd: z.number().exactOptional(),
});
export type StoredSubmission = z.infer<typeof StoredSubmission>;

/** submissions/<id>/cancel.json: what has not started does not start; what runs stops. */
export const SubmissionCancel = z.object({ formatVersion: z.literal(1), cancelledAt: z.string() });
export type SubmissionCancel = z.infer<typeof SubmissionCancel>;

/** Messages on the queues. */
export const DispatchMessage = z.object({
  submission: z.string(),
  deployment: z.string(),
  role: z.enum(["candidate", "judge"]),
});
export type DispatchMessage = z.infer<typeof DispatchMessage>;

/** The shape of an S3 event is reduced to this at the border. */
export const AggregateMessage = z.object({ suite: z.string(), run: z.string(), generation: z.int().optional() });
export type AggregateMessage = z.infer<typeof AggregateMessage>;

export const ReleaseMessage = z.object({ release: z.string() });
export type ReleaseMessage = z.infer<typeof ReleaseMessage>;
