import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { THREAD_ARGUMENTS } from "../threads/thread-arguments.ts";
import { openGuarded, runQuery } from "./run-query.ts";
import { watch, type Watched } from "./watch.ts";

/** The thread only waits. */
const SMALL = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, codeRangeSizeMb: 1 };

// A program (node child.ts DATABASE PARENT BYTES) that runs the SQL texts from its IPC channel in order until the channel closes. Its parent kills it
// at the deadline, because nothing inside the process can stop SQLite in the middle of a step. A thread of the same program watches the parent and
// the memory: at most BYTES.
if (isMainThread) serve();
else watch(workerData);

function serve(): void {
  const [, , path = "", parentPid, maxRssBytes] = process.argv;
  const watched: Watched = {
    parentPid: Number(parentPid),
    maxRssBytes: Number(maxRssBytes),
    folder: dirname(path),
  };
  new Worker(fileURLToPath(import.meta.url), {
    workerData: watched,
    resourceLimits: SMALL,
    execArgv: THREAD_ARGUMENTS,
  }).unref();
  const database = openGuarded(path);
  process.on("disconnect", () => {
    rmSync(watched.folder, { recursive: true, force: true });
    process.exit(0);
  });
  process.on("message", (sql) => {
    process.send?.(runQuery(database, String(sql)));
  });
}
