import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { holderIsAlive, holderIsGone, thisProcess } from "@medhelm/adapters/lease-holder";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import { systemClock } from "@medhelm/adapters/system-clock";
import { acquireLease } from "@medhelm/core/jobs/lease";
import type { ObjectStore } from "@medhelm/core/ports";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { orUnreadable, UnreadableObject } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { repairRecords } from "@medhelm/service/repair/repair-records";
import { repairRun } from "@medhelm/service/repair/repair-run";
import { z } from "zod";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { repairDatabases } from "../repair/repair-databases.ts";
import { OBJECT_FOLDERS, repairEntries } from "../repair/repair-entries.ts";
import { repairAnswers } from "../repair/repair-answers.ts";
import { answerFiles } from "../places/answer-files.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { requireOutputFolder, requireStoreFolder } from "../places/require-output-folder.ts";
import { runPlace } from "../places/run-place.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { printMessage } from "../terminal/print-message.ts";
import { jsonLine } from "../terminal/json-line.ts";

const repairOptions = {
  name: argument(
    "a run, or the folder of a run, a suite or an output path (default: all runs of --output-path)",
    z.string().min(1, "it is empty; name a run or a folder").optional(),
  ),
  suite: option("name", "suite of the run (default: that of the path, else default)", z.string().optional()),
  outputPath: commonOptions.outputPath,
  plugins: commonOptions.plugins,
  json: flag("print the result as JSON"),
};
type Options = ValuesOf<typeof repairOptions>;

export const command = defineCommand({
  name: "medhelm repair",
  description:
    "Find damaged files of runs, of the service and of the stored answers, and make them again from copies, from the answers and by computing. It asks no model, and says what only a new run or a copy can replace. Stop medhelm up or start first.",
  options: repairOptions,
  async run(options) {
    const { outputPath, folders, runs } = await placeOf(options);
    const databases = repairDatabases(outputPath);
    const { metricFor: metrics } = await loadPlugins(options.plugins, process.cwd());
    const entries = repairEntries(outputPath, folders);
    const objects = fsStore(outputPath, { fsync: true });
    const showRun = showRuns(outputPath, objects);
    const answers = await repairAnswers(answerFiles(outputPath));
    const records = folders === OBJECT_FOLDERS ? await repairRecords(objects) : { rebuilt: [], lost: [] };
    const rebuilt: string[] = [
      ...databases,
      ...entries.rebuilt,
      ...(answers === undefined ? [] : [answers]),
      ...records.rebuilt,
    ];
    const lost: string[] = [...entries.lost, ...records.lost];
    const found = await runs(objects);
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    try {
      for (const [done, { suite, run }] of found.entries()) {
        line.count("repair: runs", done, found.length);
        const work = () => repairRun({ objects, metrics, showRun }, suite, run);
        const repair = await underLease(objects, suite, run, work).catch(orUnreadable);
        if (repair instanceof UnreadableObject) lost.push(repair.message);
        else {
          rebuilt.push(...repair.rebuilt);
          lost.push(...repair.lost);
        }
      }
    } finally {
      line.clear();
    }
    if (options.json) process.stdout.write(jsonLine({ rebuilt, lost }));
    else for (const sentence of sentencesOf(rebuilt, lost)) printMessage(sentence);
    return lost.length === 0 ? 0 : 1;
  },
});

function sentencesOf(rebuilt: readonly string[], lost: readonly string[]): readonly string[] {
  if (rebuilt.length + lost.length === 0) return ["nothing is damaged"];
  return [...rebuilt.map((what) => `repaired: ${what}`), ...lost.map((what) => `not repaired: ${what}`)];
}

interface Place {
  readonly outputPath: string;
  /** The keys of the folders that it reads. */
  readonly folders: readonly string[];
  runs(objects: ObjectStore): Promise<readonly { readonly suite: string; readonly run: string }[]>;
}

async function placeOf({ name, suite, outputPath }: Options): Promise<Place> {
  const path = name === undefined ? resolve(outputPath) : resolve(name);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const isStore =
    name === undefined || (isFolder && [PRIVATE_FOLDER, "runs"].some((one) => existsSync(join(path, one))));
  if (isStore) {
    requireStoreFolder(path);
    const folders = suite === undefined ? OBJECT_FOLDERS : foldersOf(suite);
    return { outputPath: path, folders, runs: (objects) => runsOf(objects, suite) };
  }
  if (isFolder && basename(dirname(path)) === "runs")
    return {
      outputPath: dirname(dirname(path)),
      folders: foldersOf(basename(path)),
      runs: (objects) => runsOf(objects, basename(path)),
    };
  const { run, ...place } = runPlace(name, { suite, outputPath });
  requireOutputFolder(place.outputPath);
  const isThere = [keys.run(place.suite, run), keys.work(place.suite, run)].some((key) =>
    existsSync(join(place.outputPath, key)),
  );
  if (!isThere)
    throw new UserError(`there is no run ${run} in suite "${place.suite}"; name a run with --suite, or a folder`);
  const folders = [
    keys.work(place.suite, run),
    keys.run(place.suite, run),
    keys.generations(place.suite, "public", run),
    keys.generations(place.suite, "held", run),
  ];
  return { outputPath: place.outputPath, folders, runs: async () => [{ suite: place.suite, run }] };
}

const foldersOf = (suite: string): readonly string[] => [keys.runs(suite), keys.worksOf(suite)];

/** Our runs of one suite, or of all: those of other tools have neither a manifest nor records of work. */
async function runsOf(objects: ObjectStore, only: string | undefined) {
  const found: { suite: string; run: string }[] = [];
  for (const suite of only === undefined ? await suitesIn(objects) : [only]) {
    const worked = new Set(await listFolders(objects, keys.worksOf(suite)));
    for (const run of new Set([...worked, ...(await listFolders(objects, keys.runs(suite)))]))
      if (worked.has(run) || (await objects.head(keys.manifest(suite, run))) !== undefined) found.push({ suite, run });
  }
  return found;
}

/** A suite has no folder of runs before its first run is sealed. */
async function suitesIn(objects: ObjectStore): Promise<ReadonlySet<string>> {
  const names = [...(await listFolders(objects, keys.allRuns())), ...(await listFolders(objects, TOP_FOLDERS.work))];
  return new Set(names.filter((name) => !name.startsWith(".")));
}

const LEASE_MS = 60_000;

/** @throws UserError if a worker holds the run */
async function underLease<T>(objects: ObjectStore, suite: string, run: string, work: () => Promise<T>): Promise<T> {
  const key = keys.lease(suite, run);
  const holder = thisProcess();
  const acquired = await acquireLease({
    objects,
    clock: systemClock,
    key,
    ttlMs: LEASE_MS,
    holder,
    holderIsGone,
    holderIsAlive,
  });
  if (acquired.kind === "taken")
    throw new UserError(
      acquired.by === undefined
        ? `${key} was damaged a moment ago, and its holder may be alive; call medhelm repair again in a minute`
        : `process ${acquired.by.pid} works on ${run} of suite ${suite}; stop it, and call medhelm repair again`,
    );
  try {
    return await work();
  } finally {
    await acquired.lease.release();
  }
}
