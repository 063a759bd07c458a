import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SharedJob } from "@medhelm/adapters/compute/shared-job";
import { holderIsAlive, holderIsGone } from "@medhelm/adapters/lease-holder";
import { purgeDatabase } from "@medhelm/adapters/sqlite/purge-database";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards } from "@medhelm/benchmarks/registry";
import { withoutOutput } from "@medhelm/core/jobs/job";
import type { ObjectStore } from "@medhelm/core/ports";
import { isAnswerSegment, keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import { putAuditEntry } from "@medhelm/service/api/audit/audit-entry";
import { countAnswers } from "@medhelm/service/pools/count-answers";
import { forgetSubmission } from "@medhelm/service/withdraw/forget-submission";
import { type RunOfBenchmark, runsOfBenchmarks } from "@medhelm/service/withdraw/runs-of-benchmarks";
import { isAnythingLeft, type WithdrawRunsPorts, withdrawRuns } from "@medhelm/service/withdraw/withdraw-runs";
import { backupsOf } from "../backup/known-backups.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { readSharedBucket } from "../places/shared-bucket.ts";
import { versionsWarning } from "../places/versions-warning.ts";
import { countDeletes } from "../stack/store/count-deletes.ts";
import { withStore } from "../stack/store/store-place.ts";
import { thisUser } from "../stack/store/this-user.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { forgetVersions } from "./forget-versions.ts";
import { leftFolders } from "./left-folders.ts";

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

/**
 * Deletes all text of benchmarks from an output folder that no stack uses. It deletes runs of all suites, uploaded files, stored answers, system
 * messages of submissions, reasons of failed runs, and the logs and records of jobs. An answer's key is a hash. Therefore all answers to public text
 * go, or all answers to other text. Open submissions are cancelled, because their jobs would ask again.
 * @param isConfirmed false: nothing is deleted
 * @param withVersions also the old versions of a bucket's objects, of all benchmarks
 */
export async function forgetResults(
  outputPath: string,
  names: readonly string[],
  { isConfirmed, withVersions }: { readonly isConfirmed: boolean; readonly withVersions: boolean },
): Promise<ForgottenResults> {
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const onVersions = (done: number, total: number): void => line.count("forget: old versions deleted", done, total);
  const forgotten = await withStore(
    { outputPath, store: undefined, index: undefined },
    process.env,
    async ({ objects: stored, index }) => {
      const objects = countDeletes(stored, (done) => line.count("forget: objects deleted", done));
      const ports = { objects, clock: systemClock, holderIsGone, holderIsAlive };
      const { runs: found, submissions, inputs } = await runsOfBenchmarks(objects, new Set(names));
      const runs = await stillThere(objects, found);
      if (isConfirmed)
        await putAuditEntry(ports, { ...thisUser("medhelm data forget"), named: { file: names.join(" ") } });
      const cancelled: string[] = [];
      for (const submission of submissions)
        if (await forgetSubmission({ ...ports, ...(index && { index }) }, submission, isConfirmed))
          cancelled.push(submission.id);
      const releases = await withdrawAll(ports, runs, isConfirmed);
      if (isConfirmed) {
        await objects.endUploads?.(""); // of killed workers; no worker runs now
        for (const key of inputs) await objects.delete(key);
        await forgetOutputs(objects);
      }
      const answers = await forgetAnswers(objects, await kindsOf(found, names), isConfirmed);
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
  if (isConfirmed) removeTraces(outputPath);
  const versions = forgotten.deletedVersions === undefined ? await versionsWarning(outputPath, process.env) : undefined;
  return { ...forgotten, versions };
}

async function stillThere(objects: ObjectStore, runs: readonly RunOfBenchmark[]): Promise<RunOfBenchmark[]> {
  const found: RunOfBenchmark[] = [];
  for (const run of runs) if (await isAnythingLeft(objects, run)) found.push(run);
  return found;
}

/** Returns the releases that show the runs, or may do so. */
async function withdrawAll(
  ports: WithdrawRunsPorts,
  runs: readonly RunOfBenchmark[],
  isConfirmed: boolean,
): Promise<string[]> {
  const showing = new Set<string>();
  for (const { suite, run } of runs) {
    const { releases, unreadable } = await withdrawRuns(ports, { suite, run }, isConfirmed);
    for (const release of [...releases, ...unreadable]) showing.add(release);
  }
  return [...showing].toSorted();
}

interface Kinds {
  readonly ofPublic: boolean;
  readonly ofOther: boolean;
}

const EMPTY = new Uint8Array();

/** The kinds of the benchmarks' text. A benchmark whose runs were withdrawn before, or never sealed, still has answers. */
async function kindsOf(runs: readonly RunOfBenchmark[], names: readonly string[]): Promise<Kinds> {
  const cards = await allCards();
  const ofNames = names.map((name) => cards.find((card) => card.name === name)?.access === "public");
  const kinds = [...ofNames, ...runs.flatMap(({ isPublic }) => isPublic ?? [])];
  return { ofPublic: kinds.includes(true), ofOther: kinds.includes(false) };
}

async function forgetAnswers(objects: ObjectStore, kinds: Kinds, isConfirmed: boolean): Promise<number> {
  let answers = 0;
  for await (const key of answersOf(objects, kinds)) {
    answers += isAnswerSegment(key) ? countAnswers(key, (await objects.get(key))?.body ?? EMPTY) : 1;
    if (isConfirmed) await objects.delete(key);
  }
  return answers;
}

async function* answersOf(objects: ObjectStore, { ofPublic, ofOther }: Kinds): AsyncGenerator<string> {
  const found: string[] = [];
  for await (const { key } of objects.list(TOP_FOLDERS.cache)) {
    const isPublic = key.startsWith(`${TOP_FOLDERS.cache}public/`);
    if (isPublic ? ofPublic : ofOther && !key.startsWith(`${TOP_FOLDERS.cache}.`)) found.push(key);
  }
  yield* found;
}

/** Deletes the last lines of what the jobs of several machines have printed. */
async function forgetOutputs(objects: ObjectStore): Promise<void> {
  for await (const { key } of objects.list(keys.sharedJobs()))
    await updateJson(objects, key, SharedJob, (job) => {
      const reason = withoutOutput(job?.reason ?? "");
      return job?.reason === undefined || job.reason === reason ? undefined : { ...job, reason };
    });
}

/** Deletes the logs and the records of jobs, which have the last lines of logs, and the bytes of deleted rows. A restored folder has no such records either. */
function removeTraces(outputPath: string): void {
  const own = join(outputPath, PRIVATE_FOLDER);
  for (const jobs of [join(own, "compute"), join(own, "pools")]) {
    const logs = join(jobs, "logs");
    if (existsSync(logs)) for (const name of readdirSync(logs)) rmSync(join(logs, name));
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(jobs, `jobs.sqlite${suffix}`), { force: true });
  }
  if (existsSync(own))
    for (const name of readdirSync(own)) if (/\.(?:damaged|repaired)(?:-|$)/.test(name)) rmSync(join(own, name)); // medhelm repair has set them aside
  for (const name of ["answers.sqlite", "index.sqlite", "queues.sqlite"])
    if (existsSync(join(own, name)) && (name !== "answers.sqlite" || readSharedBucket(outputPath) === undefined))
      purgeDatabase(join(own, name));
}
