import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { purgeDatabase } from "@medhelm/adapters/sqlite/purge-database";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { ObjectStore } from "@medhelm/core/ports";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { putAuditEntry } from "@medhelm/service/api/audit-entry";
import { runsOfBenchmarks } from "@medhelm/service/withdraw/runs-of-benchmarks";
import { withdrawRuns } from "@medhelm/service/withdraw/withdraw-runs";
import { backupsOf } from "../backup/known-backups.ts";
import { PRIVATE_FOLDER } from "../run/private-folder.ts";
import { readSharedBucket } from "../run/shared-bucket.ts";
import { withStore } from "../stack/store-place.ts";
import { thisUser } from "../stack/this-user.ts";

export interface ForgottenResults {
  readonly runs: readonly string[];
  readonly inputs: number;
  readonly answers: number;
  /** releases that show numbers of these runs, or may do so */
  readonly releases: readonly string[];
  /** folders of medhelm backup that still exist */
  readonly backups: readonly string[];
}

/**
 * Deletes all text of benchmarks from an output folder that no stack uses: runs of all suites, uploaded files, stored answers and the logs of
 * jobs. An answer's key is a hash, so all answers of the same kind go: those to public text, or those to other text.
 * @param isConfirmed false: nothing is deleted
 */
export async function forgetResults(
  outputPath: string,
  names: readonly string[],
  isConfirmed: boolean,
): Promise<ForgottenResults> {
  const forgotten = await withStore(
    { outputPath, store: undefined, index: undefined },
    process.env,
    async ({ objects }) => {
      const ports = { objects, clock: systemClock };
      const { runs, inputs } = await runsOfBenchmarks(objects, new Set(names));
      if (isConfirmed)
        await putAuditEntry(ports, { ...thisUser("medhelm data forget"), named: { file: names.join(" ") } });
      const releases = new Set<string>();
      for (const { suite, run } of runs) {
        const withdrawn = await withdrawRuns(ports, { suite, run }, isConfirmed);
        for (const release of [...withdrawn.releases, ...withdrawn.unreadable]) releases.add(release);
      }
      if (isConfirmed) for (const key of inputs) await objects.delete(key);
      let answers = 0;
      for await (const key of answersOf(objects, {
        ofPublic: runs.some(({ isPublic }) => isPublic),
        ofOther: runs.some(({ isPublic }) => !isPublic),
      })) {
        answers++;
        if (isConfirmed) await objects.delete(key);
      }
      return {
        runs: runs.map(({ suite, run }) => `${suite}/${run}`),
        inputs: inputs.length,
        answers,
        releases: [...releases].toSorted(),
        backups: backupsOf(outputPath),
      };
    },
  );
  if (isConfirmed) removeTraces(outputPath);
  return forgotten;
}

async function* answersOf(
  objects: ObjectStore,
  { ofPublic, ofOther }: { readonly ofPublic: boolean; readonly ofOther: boolean },
): AsyncGenerator<string> {
  const found: string[] = [];
  for await (const { key } of objects.list(TOP_FOLDERS.cache)) {
    const isPublic = key.startsWith(`${TOP_FOLDERS.cache}public/`);
    if (isPublic ? ofPublic : ofOther && !key.startsWith(`${TOP_FOLDERS.cache}.`)) found.push(key);
  }
  yield* found;
}

/** Deletes the logs of jobs, and the bytes of deleted rows. */
function removeTraces(outputPath: string): void {
  const own = join(outputPath, PRIVATE_FOLDER);
  for (const logs of [join(own, "compute", "logs"), join(own, "pools", "logs")])
    if (existsSync(logs)) for (const name of readdirSync(logs)) rmSync(join(logs, name));
  for (const name of ["answers.sqlite", "index.sqlite", "queues.sqlite"])
    if (existsSync(join(own, name)) && (name !== "answers.sqlite" || readSharedBucket(outputPath) === undefined))
      purgeDatabase(join(own, name));
}
