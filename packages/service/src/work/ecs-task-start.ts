import { z } from "zod";

/**
 * What pulling the images and copying the weights take, where ECS does not tell: Batch counts from before this program began. An
 * estimate, until Batch's own times are known.
 */
const BEFORE_WORKER_MS = 5 * 60_000;
const ANSWER_MS = 2_000;

/** ECS's task metadata, version 4: what begins first in a task is the pull of its images, or a container where none is pulled. */
const Task = z.object({
  PullStartedAt: z.iso.datetime({ offset: true }).optional(),
  Containers: z.array(z.object({ CreatedAt: z.iso.datetime({ offset: true }).optional() })).default([]),
});

export interface EcsTaskStart {
  readonly atMs: number;
  readonly isEstimate: boolean;
}

/**
 * When the task began that this program is a part of: no later than Batch's startedAt, which no container is told.
 * `metadata`: ECS_CONTAINER_METADATA_URI_V4.
 */
export async function ecsTaskStart(
  fetchJson: typeof globalThis.fetch,
  metadata: string | undefined,
  nowMs: number,
): Promise<EcsTaskStart> {
  const told = metadata === undefined ? [] : await timesOf(fetchJson, `${metadata}/task`).catch(() => []);
  const past = told.filter((ms) => ms <= nowMs);
  if (past.length === 0) return { atMs: nowMs - BEFORE_WORKER_MS, isEstimate: true };
  return { atMs: Math.min(...past), isEstimate: false };
}

async function timesOf(fetchJson: typeof globalThis.fetch, url: string): Promise<number[]> {
  const response = await fetchJson(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  const { PullStartedAt, Containers } = Task.parse(await response.json());
  return [PullStartedAt, ...Containers.map(({ CreatedAt }) => CreatedAt)].flatMap((time) =>
    time === undefined ? [] : [Date.parse(time)],
  );
}
