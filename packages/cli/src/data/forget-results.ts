import { SharedJob } from "@medhelm/adapters/compute/shared-job";
import { holderIsAlive, holderIsGone } from "@medhelm/adapters/lease-holder";
import { systemClock } from "@medhelm/adapters/system-clock";
import { withoutOutput } from "@medhelm/core/jobs/job";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import { putAuditEntry } from "@medhelm/service/api/audit/audit-entry";
import { forgetSubmission } from "@medhelm/service/withdraw/forget-submission";
import type { FoundRun } from "@medhelm/service/withdraw/found-runs";
import { runsBefore } from "@medhelm/service/withdraw/runs-before";
import { runsOfBenchmarks } from "@medhelm/service/withdraw/runs-of-benchmarks";
import { isAnythingLeft, type WithdrawRunsPorts, withdrawRuns } from "@medhelm/service/withdraw/withdraw-runs";
import { backupsOf } from "../backup/known-backups.ts";
import { versionsWarning } from "../places/versions-warning.ts";
import { countDeletes } from "../stack/store/count-deletes.ts";
import { withStore } from "../stack/store/store-place.ts";
import { thisUser } from "../stack/store/this-user.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { answersToBenchmarks, forgetAnswers } from "./forget-answers.ts";
import { forgetVersions } from "./forget-versions.ts";
import { leftFolders } from "./left-folders.ts";
import { removeTraces } from "./remove-traces.ts";

export interface ForgottenResults {
  readonly runs: readonly string[];
  readonly inputs: number;
  readonly answers: number;
  /** releases that show numbers of these runs, or may do so */
  readonly releases: readonly string[];
  /** submissions that had not ended and are cancelled, or would be */
  readonly cancelled: readonly string[];
  /** folders of medhelm backup that still exist */
  readonly backups: readonly string[];
  /** folders that killed commands have left in TMPDIR */
  readonly left: readonly string[];
  /** the number of old versions that were deleted; undefined: the call deletes none */
  readonly deletedVersions: number | undefined;
  /** a sentence about the old versions of a bucket, if it may keep any */
  readonly versions: string | undefined;
}

/** All text of these benchmarks, or all text from before this day, e.g. "2026-11-01" in UTC. */
export type Forgotten = { readonly names: readonly string[] } | { readonly before: string };

/**
 * Deletes all text of benchmarks, or all text from before a day, from an output folder that no stack uses. It deletes runs of all suites, uploaded
 * files, stored answers, system messages of submissions, reasons of failed runs, and the logs and records of jobs. For benchmarks, all answers to public
 * text go, or all answers to other text, and open submissions are cancelled, because their jobs would ask again. For a day, older answers go, and
 * open submissions stay.
 * @param isConfirmed false: nothing is deleted
 * @param withVersions also the old versions of a bucket's objects, of all benchmarks
 */
export async function forgetResults(
  outputPath: string,
  what: Forgotten,
  { isConfirmed, withVersions }: { readonly isConfirmed: boolean; readonly withVersions: boolean },
): Promise<ForgottenResults> {
  const names = "names" in what ? what.names : [];
  const beforeMs = "before" in what ? Date.parse(what.before) : undefined;
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const onVersions = (done: number, total: number): void => line.count("forget: old versions deleted", done, total);
  const forgotten = await withStore(
    { outputPath, store: undefined, index: undefined },
    process.env,
    async ({ objects: stored, index }) => {
      const objects = countDeletes(stored, (done) => line.count("forget: objects deleted", done));
      const ports = { objects, clock: systemClock, holderIsGone, holderIsAlive };
      const {
        runs: found,
        submissions,
        inputs,
      } = await (beforeMs === undefined ? runsOfBenchmarks(objects, new Set(names)) : runsBefore(objects, beforeMs));
      const runs = await stillThere(objects, found);
      if (isConfirmed)
        await putAuditEntry(ports, {
          ...thisUser("medhelm data forget"),
          named: { file: "before" in what ? `before ${what.before}` : names.join(" ") },
        });
      const cancelled: string[] = [];
      for (const submission of submissions)
        if (await forgetSubmission({ ...ports, ...(index && { index }) }, submission, isConfirmed))
          cancelled.push(submission.id);
      const releases = await withdrawAll(ports, runs, isConfirmed);
      if (isConfirmed) {
        await objects.endUploads?.(""); // of killed workers; no worker runs now
        for (const key of inputs) await objects.delete(key);
        await forgetOutputs(objects, beforeMs);
      }
      const which =
        beforeMs === undefined ? await answersToBenchmarks(found, names) : { ofPublic: true, ofOther: true, beforeMs };
      const answers = await forgetAnswers(objects, which, isConfirmed);
      return {
        runs: runs.map(({ suite, run }) => `${suite}/${run}`),
        inputs: inputs.length,
        answers,
        releases,
        cancelled,
        backups: backupsOf(outputPath),
        left: leftFolders(),
        deletedVersions:
          isConfirmed && withVersions ? await forgetVersions(outputPath, process.env, onVersions) : undefined,
      };
    },
  ).finally(line.clear);
  if (isConfirmed) removeTraces(outputPath, beforeMs);
  const versions = forgotten.deletedVersions === undefined ? await versionsWarning(outputPath, process.env) : undefined;
  return { ...forgotten, versions };
}

async function stillThere(objects: ObjectStore, runs: readonly FoundRun[]): Promise<FoundRun[]> {
  const found: FoundRun[] = [];
  for (const run of runs) if (await isAnythingLeft(objects, run)) found.push(run);
  return found;
}

/** Returns the releases that show the runs, or may do so. */
async function withdrawAll(
  ports: WithdrawRunsPorts,
  runs: readonly FoundRun[],
  isConfirmed: boolean,
): Promise<string[]> {
  const showing = new Set<string>();
  for (const { suite, run } of runs) {
    const { releases, unreadable } = await withdrawRuns(ports, { suite, run }, isConfirmed);
    for (const release of [...releases, ...unreadable]) showing.add(release);
  }
  return [...showing].toSorted();
}

/** Deletes the last lines of what the jobs of several machines have printed. */
async function forgetOutputs(objects: ObjectStore, beforeMs = Number.POSITIVE_INFINITY): Promise<void> {
  for await (const { key, lastModifiedMs } of objects.list(keys.sharedJobs()))
    if (lastModifiedMs < beforeMs)
      await updateJson(objects, key, SharedJob, (job) => {
        const reason = withoutOutput(job?.reason ?? "");
        return job?.reason === undefined || job.reason === reason ? undefined : { ...job, reason };
      });
}
