import {
  entryMicroUsd,
  type GpuJobEntry,
  type GpuMarket,
  gpuJobEntryName,
  LedgerEntry,
  monthOf,
} from "@medhelm/core/money/ledger-entry";
import { type MachinePrice, machinePrice } from "@medhelm/core/money/machine-price";
import { chargeJob } from "@medhelm/core/money/machine-time";
import type { PriceList } from "@medhelm/core/money/make-quote";
import { microUsdUp } from "@medhelm/core/money/micro-usd";
import { updateJson } from "@medhelm/core/store/update-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission } from "@medhelm/core/submission";
import { recordUsage } from "../index/record-usage.ts";
import type { EndedJob } from "../failure/job-event.ts";
import { changeBudget } from "./change-budget.ts";

export interface GpuJobPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly prices: PriceList;
  /** the market whose price applies; default: that of machinePrice */
  readonly market?: GpuMarket;
}

/**
 * Charges the machine time of all attempts of a GPU job to its submission's month. In the budget, the charge replaces the time that the
 * workers reserved. Jobs without GPUs are not charged. Repeating it changes nothing; a later event with more time updates the entry.
 */
export async function recordGpuJob({ objects, index, prices, market }: GpuJobPorts, job: EndedJob): Promise<void> {
  const price = machinePrice(prices, job.deployment, market);
  if (price === undefined) return;
  const submission = await getJson(objects, keys.submission(job.submission), StoredSubmission);
  if (submission === undefined) return;
  const charged = job.periods.length === 0 ? undefined : await putEntry({ objects, index }, submission, job, price);
  const of = { job: job.jobId, name: job.name };
  await changeBudget({ objects }, submission, (file) => ({ kind: "fits", file: chargeJob(file, of, charged) }));
}

/** Writes the ledger entry and returns its amount in microUsd. */
async function putEntry(
  { objects, index }: Pick<GpuJobPorts, "objects" | "index">,
  submission: StoredSubmission,
  job: EndedJob,
  { gpuClass, market, usdPerHour }: MachinePrice,
): Promise<number> {
  const { owner, createdAt, request, runs, id } = submission;
  const seconds = job.periods.reduce((sum, one) => sum + Math.max(0, one.stoppedAtMs - one.startedAtMs), 0) / 1000;
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
    price: { market, usdPerHour, asOf: gpuClass.price.asOf },
    microUsd: microUsdUp((seconds / 3600) * usdPerHour),
  };
  const key = keys.ledgerEntry(owner, entry.month, gpuJobEntryName(id, job.jobId));
  const stored = await updateJson(objects, key, LedgerEntry, (before) =>
    before?.kind === "gpu-job" && before.seconds >= seconds ? undefined : { ...before, ...entry },
  );
  await recordUsage(index, submission, stored ?? entry);
  return entryMicroUsd(stored ?? entry);
}
