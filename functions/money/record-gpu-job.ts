import {
  type GpuJobEntry,
  type GpuMarket,
  gpuJobEntryName,
  LedgerEntry,
  monthOf,
} from "@medhelm/core/money/ledger-entry";
import type { PriceList } from "@medhelm/core/money/make-quote";
import { microUsdUp } from "@medhelm/core/money/micro-usd";
import { replaceJson } from "@medhelm/core/money/replace-json";
import { keys } from "@medhelm/core/object-keys";
import { getJson } from "@medhelm/core/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission } from "@medhelm/core/submission";
import type { EndedJob } from "../failure/job-event.ts";

export interface GpuJobPorts {
  readonly objects: ObjectStore;
  readonly prices: PriceList;
  /**
   * At whose price: Batch's event does not tell which of a queue's machines a job had. Its queues try Spot first, so that is the
   * default; where on-demand had to step in, the difference is the operator's.
   */
  readonly market?: GpuMarket;
}

/**
 * Charges the machine of a GPU job to its submission's month: all its attempts, from start to stop. Jobs without GPUs cost nothing
 * here. Doing it again changes nothing; an event that tells of more makes the entry fuller.
 */
export async function recordGpuJob({ objects, prices, market = "spot" }: GpuJobPorts, job: EndedJob): Promise<void> {
  const served = prices.find(job.deployment)?.served;
  const gpuClass = prices.gpuClasses.find(({ name }) => name === served?.gpuClass);
  if (gpuClass === undefined || job.periods.length === 0) return;
  const submission = await getJson(objects, keys.submission(job.submission), StoredSubmission);
  if (submission === undefined) return;
  const { owner, createdAt, request, runs, id } = submission;
  const seconds = job.periods.reduce((sum, one) => sum + Math.max(0, one.stoppedAtMs - one.startedAtMs), 0) / 1000;
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
    attempts: job.periods.length,
    seconds,
    price: { market, usdPerHour, asOf },
    microUsd: microUsdUp((seconds / 3600) * usdPerHour),
  };
  const key = keys.ledgerEntry(owner, entry.month, gpuJobEntryName(id, job.jobId));
  await replaceJson(objects, key, LedgerEntry, (there) =>
    there?.kind === "gpu-job" && there.seconds >= seconds ? undefined : entry,
  );
}
