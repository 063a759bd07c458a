import {
  type GpuJobEntry,
  type GpuMarket,
  gpuJobEntryName,
  LedgerEntry,
  monthOf,
} from "@medhelm/core/money/ledger-entry";
import { microUsdUp } from "@medhelm/core/money/micro-usd";
import { replaceJson } from "@medhelm/core/money/replace-json";
import { keys } from "@medhelm/core/object-keys";
import { getJson } from "@medhelm/core/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { GpuClass } from "@medhelm/core/run/gpu-class";
import { StoredSubmission } from "@medhelm/core/submission";

/** Of Batch's state-change event, Unix milliseconds as Batch gives them. */
export interface GpuJob {
  readonly jobId: string;
  readonly submission: string;
  readonly deployment: string;
  readonly gpuClass: GpuClass;
  /** of the last attempt; absent: it never started */
  readonly startedAt?: number;
  /** absent: it still runs */
  readonly stoppedAt?: number;
  /** each with a machine of its own; empty: the times above are all there is */
  readonly attempts?: readonly { readonly startedAt?: number; readonly stoppedAt?: number }[];
  /** Batch does not tell which; its queues try Spot first, so that is the default */
  readonly market?: GpuMarket;
}

/**
 * Charges the machine of a GPU job to its submission's month: all attempts, from start to stop. Doing it again changes nothing; an
 * event that tells of more attempts makes the entry fuller.
 */
export async function recordGpuJob({ objects }: { readonly objects: ObjectStore }, job: GpuJob): Promise<void> {
  const submission = await getJson(objects, keys.submission(job.submission), StoredSubmission);
  if (submission === undefined) return;
  const { owner, createdAt, request, runs, id } = submission;
  const { attempts = [], gpuClass, market = "spot", startedAt, stoppedAt } = job;
  const times = (attempts.length === 0 ? [{ startedAt, stoppedAt }] : attempts).flatMap((attempt) =>
    attempt.startedAt === undefined || attempt.stoppedAt === undefined
      ? []
      : [Math.max(0, attempt.stoppedAt - attempt.startedAt)],
  );
  if (times.length === 0) return;
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000;
  const { spotUsdPerHour, onDemandUsdPerHour, asOf } = gpuClass.price;
  const usdPerHour = market === "spot" ? spotUsdPerHour : onDemandUsdPerHour;
  const entry: GpuJobEntry = {
    formatVersion: 1,
    kind: "gpu-job",
    owner,
    month: monthOf(createdAt),
    submission: id,
    suite: request.suite,
    jobId: job.jobId,
    deployment: job.deployment,
    model: runs.find(({ modelDeployment }) => modelDeployment === job.deployment)?.model ?? job.deployment,
    gpuClass: gpuClass.name,
    gpus: gpuClass.gpus,
    attempts: times.length,
    seconds,
    price: { market, usdPerHour, asOf },
    microUsd: microUsdUp((seconds / 3600) * usdPerHour),
  };
  const key = keys.ledgerEntry(owner, entry.month, gpuJobEntryName(id, job.jobId));
  await replaceJson(objects, key, LedgerEntry, (there) =>
    there?.kind === "gpu-job" && there.seconds >= seconds ? undefined : entry,
  );
}
