import { z } from "zod";
import { Request } from "../helm/scenario-state.ts";
import { ModelOfRun } from "../models/model-of-run.ts";
import { RequestSettings } from "../models/request-settings.ts";
import { Access, Protocol } from "../run/profile.ts";
import { nameProblem } from "../run/spec/run-name.ts";
import { StopReason } from "../run/asking/run-stopped.ts";

/** A part of an object's key. A file of a folder store that somebody has changed may hold any text. */
const KeyPart = z.string().refine((name) => nameProblem(name) === undefined, "no name of a folder");

/** The most requests in a shard, and the answers in an object. */
export const SHARD_REQUESTS = 500;

/** The run and the model of a shard's requests. */
export const ShardOf = z.object({
  owner: KeyPart,
  submission: KeyPart,
  suite: KeyPart,
  run: KeyPart,
  benchmark: z.string(),
  access: Access,
  deployment: z.string(),
  model: z.string(),
  role: z.enum(["candidate", "judge"]),
  /** The additions of the submission to each request. */
  settings: RequestSettings.exactOptional(),
  protocol: Protocol.exactOptional(),
  /** The model that answered when the requests were encoded. */
  served: ModelOfRun.exactOptional(),
});
export type ShardOf = z.infer<typeof ShardOf>;

/** Up to SHARD_REQUESTS requests of a run without an answer, as they are sent. */
export const Shard = z.object({
  formatVersion: z.literal(1),
  of: ShardOf,
  /** The shard's place in the queue of its owner. */
  entry: z.string(),
  /** The pool asks its model which one it is (PoolModel), because the requests depend on that. The shard has no requests. */
  identifies: z.literal(true).exactOptional(),
  requests: z.array(z.object({ key: z.string(), request: Request, fresh: z.string().exactOptional() })),
});
export type Shard = z.infer<typeof Shard>;

/** A place in the queue of a pool. Its requests are elsewhere, with the other files of the run. */
export const QueueEntry = z.object({
  formatVersion: z.literal(1),
  deployment: z.string(),
  submission: KeyPart,
  suite: KeyPart,
  run: KeyPart,
  shard: KeyPart,
  requests: z.int(),
  /** The benchmark, and who may read its answers. Only one run at a time is asked in a lane, because runs of a lane may have equal requests. */
  lane: z.string(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

/** The model that answers in a pool, for one submission. */
export const PoolModel = z.object({
  formatVersion: z.literal(1),
  submission: z.string(),
  model: ModelOfRun,
  /** Sentences for the user. */
  notices: z.array(z.string()),
});
export type PoolModel = z.infer<typeof PoolModel>;

/** Why a pool cannot answer a run. */
export const PoolStop = z.object({ formatVersion: z.literal(1), code: StopReason, message: z.string() });
export type PoolStop = z.infer<typeof PoolStop>;
