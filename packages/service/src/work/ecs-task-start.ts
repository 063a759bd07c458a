import { jsonAtMost } from "@medhelm/core/at-most";
import { z } from "zod";

/**
 * Batch counts machine time from before this program starts. This estimate of the time for pulling images and copying
 * weights applies where ECS gives no start time, until Batch reports its own times.
 */
const BEFORE_WORKER_MS = 5 * 60_000;
const ANSWER_MS = 2_000;
const ANSWER_BYTES = 2 ** 20;

/**
 * ECS's task metadata, version 4. A task starts with the pull of its images, or with a container if no image is pulled.
 */
const Task = z.object({
  PullStartedAt: z.iso.datetime({ offset: true }).optional(),
  Containers: z.array(z.object({ CreatedAt: z.iso.datetime({ offset: true }).optional() })).default([]),
});

export interface EcsTaskStart {
  readonly atMs: number;
  readonly isEstimate: boolean;
}

/**
 * Returns when this program's ECS task started: no later than Batch's startedAt, which a container cannot read.
 * `metadata` is ECS_CONTAINER_METADATA_URI_V4.
 */
export async function ecsTaskStart(
  fetchJson: typeof globalThis.fetch,
  metadata: string | undefined,
  nowMs: number,
): Promise<EcsTaskStart> {
  const times = metadata === undefined ? [] : await timesOf(fetchJson, `${metadata}/task`).catch(() => []);
  const past = times.filter((ms) => ms <= nowMs);
  if (past.length === 0) return { atMs: nowMs - BEFORE_WORKER_MS, isEstimate: true };
  return { atMs: Math.min(...past), isEstimate: false };
}

async function timesOf(fetchJson: typeof globalThis.fetch, url: string): Promise<number[]> {
  const response = await fetchJson(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  const { PullStartedAt, Containers } = Task.parse(await jsonAtMost(response.body, ANSWER_BYTES));
  return [PullStartedAt, ...Containers.map(({ CreatedAt }) => CreatedAt)].flatMap((time) =>
    time === undefined ? [] : [Date.parse(time)],
  );
}
