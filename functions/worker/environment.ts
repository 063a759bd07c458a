import { SERVED_URL } from "@medhelm/core/models/deployment";
import { z } from "zod";
import { Buckets, Conf, DispatchQueue, IndexTable, ModelsBucket } from "../aws/environment.ts";

const name = z.string().min(1);
const Common = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  ...ModelsBucket.shape,
  ...DispatchQueue.shape,
  ...Conf.shape,
  /** the deployment that this job's own GPUs serve */
  MEDHELM_SERVED: name.optional(),
  MEDHELM_SERVER_URL: z.url().default(SERVED_URL),
  /** the folder that the server's container shares with this one (models/server/folder-server.ts) */
  MEDHELM_SERVER_FOLDER: name.optional(),
  /** concurrent requests to a deployment that sets no number itself; absent: the best number is found */
  MEDHELM_CONCURRENCY: z.coerce.number().int().positive().optional(),
  /** Batch's id of this job, and below the number of its attempt. */
  AWS_BATCH_JOB_ID: name.optional(),
  AWS_BATCH_JOB_ATTEMPT: z.coerce.number().int().positive().default(1),
  /** The job's index in its array. */
  AWS_BATCH_JOB_ARRAY_INDEX: z.coerce.number().int().min(0).optional(),
  /**
   * The life of a lease on S3, whose times are whole seconds. The worker renews it every 15 s, which costs a thousandth of a dollar
   * an hour. A killed worker's run is free again within two minutes, before Batch has started the next job.
   */
  MEDHELM_LEASE_TTL_MS: z.coerce.number().int().min(10_000).default(60_000),
  /** The address of the ECS task's metadata. */
  ECS_CONTAINER_METADATA_URI_V4: z.url().optional(),
});
export type Common = z.infer<typeof Common>;

/** A job of a submission. */
export const Environment = z.object({
  ...Common.shape,
  MEDHELM_SUBMISSION: name,
  MEDHELM_DEPLOYMENT: name,
  MEDHELM_ROLE: z.enum(["candidate", "judge"]),
  MEDHELM_ORGANISATION: name.optional(),
  /** on: pools ask the served models, and this job has no server; server: the job works on runs for which no pool can ask. */
  MEDHELM_POOLS: z.enum(["on", "server"]).optional(),
  /** Why the runs are given up: this job charges their stored answers and sends no request. */
  MEDHELM_GIVEN_UP: name.optional(),
  /** The name under which the start of a GPU job was reserved. */
  MEDHELM_JOB_NAME: name.optional(),
});
export type Environment = z.infer<typeof Environment>;

/** A job of a pool, for all submissions. */
export const PoolEnvironment = z.object({
  ...Common.shape,
  /** the deployment of the pool */
  MEDHELM_POOL: name,
  /** the number of the worker in its pool */
  MEDHELM_POOL_WORKER: z.coerce.number().int().positive().default(1),
  MEDHELM_SERVED: name,
  /** After this time without a shard the job ends. A job that encodes the next requests starts in a minute. */
  MEDHELM_POOL_IDLE_MS: z.coerce.number().int().positive().default(180_000),
});
export type PoolEnvironment = z.infer<typeof PoolEnvironment>;
