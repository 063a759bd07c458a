import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { purgeDatabase } from "@medhelm/adapters/sqlite/purge-database";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { readSharedBucket } from "../places/shared-bucket.ts";

/**
 * Deletes the logs and the records of jobs, which have the last lines of logs, and the bytes of deleted rows. A restored folder has no such records either.
 * `beforeMs`: logs and damaged files that are newer stay.
 */
export function removeTraces(outputPath: string, beforeMs: number | undefined): void {
  const own = join(outputPath, PRIVATE_FOLDER);
  const remove = (path: string): void => {
    if (beforeMs === undefined || statSync(path).mtimeMs < beforeMs) rmSync(path);
  };
  for (const jobs of [join(own, "compute"), join(own, "pools")]) {
    const logs = join(jobs, "logs");
    if (existsSync(logs)) for (const name of readdirSync(logs)) remove(join(logs, name));
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(jobs, `jobs.sqlite${suffix}`), { force: true });
  }
  if (existsSync(own))
    for (const name of readdirSync(own)) if (/\.(?:damaged|repaired)(?:-|$)/.test(name)) remove(join(own, name)); // medhelm repair has set them aside
  for (const name of ["answers.sqlite", "index.sqlite", "queues.sqlite"])
    if (existsSync(join(own, name)) && (name !== "answers.sqlite" || readSharedBucket(outputPath) === undefined))
      purgeDatabase(join(own, name));
}
