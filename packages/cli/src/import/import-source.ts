import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { systemClock } from "@medhelm/adapters/system-clock";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { copyHelmRun } from "@medhelm/service/import/copy-runs";
import { importRelease } from "@medhelm/service/import/import-release";
import { findRuns } from "@medhelm/service/release/runs/find-runs";
import { exportRuns } from "../finished-runs/export-runs.ts";
import { progressLine } from "../terminal/progress-line.ts";
import type { ImportSource } from "./find-source.ts";

export interface Imported {
  /** the number of imported runs by suite */
  readonly suites: ReadonlyMap<string, number>;
  /** sentences about runs that are not imported */
  readonly leftOut: readonly string[];
  readonly damaged: readonly UserError[];
}

/**
 * Copies runs into an output folder: sealed runs with all their files, HELM's with those that releases read. Runs that are already there with
 * the same files stay.
 * @param suite the suite that gets all runs, and the one to import if the source has it; default: as the source names them
 * @throws UserError if another file is in the place of a run
 */
export async function importSource(
  source: ImportSource,
  outputPath: string,
  suite: string | undefined,
): Promise<Imported> {
  const to = fsStore(outputPath, { fsync: true });
  const suites = new Map<string, number>();
  const leftOut: string[] = [];
  const damaged: UserError[] = [];
  const add = (name: string, runs: number): unknown => suites.set(name, (suites.get(name) ?? 0) + runs);
  if (source.kind === "releases") {
    for (const key of source.runsFiles)
      for (const [name, runs] of await importRelease({ objects: source.tree, key }, to, suite)) add(name, runs);
    return { suites, leftOut, damaged };
  }
  const chosen = chosenSuites(source.suites, suite);
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  try {
    for (const from of chosen) {
      const target = suite ?? from;
      if (!FolderName.safeParse(target).success)
        throw new UserError(`no suite can be named ${JSON.stringify(target)}; name one with --suite`);
      const found = await findRuns(source.tree, from, true);
      const wanted = found.runs.filter(({ run }) => source.run === undefined || run === source.run);
      if (wanted.length === 0)
        throw new UserError(`runs/${from}/${source.run ?? ""}: there is no run; name another one`);
      let done = 0;
      const onRun = (): void => line.count(target, done++, wanted.length);
      const [ours, theirs] = [true, false].map((isOurs) =>
        wanted.filter(({ files }) => files.includes("manifest.json") === isOurs),
      );
      let copied = 0;
      for (const { run, files } of theirs ?? []) {
        onRun();
        const missing = ["run_spec.json", "stats.json"].find((file) => !files.includes(file));
        if (missing === undefined) {
          await copyHelmRun({ objects: source.tree, suite: from }, { objects: to, suite: target }, run);
          copied += 1;
        } else leftOut.push(`${run} is left out, because it has no ${missing}`);
      }
      const runs = (ours ?? []).map(({ run }) => run);
      const request = { objects: source.tree, suite: from, toSuite: target, runs, folder: outputPath, onRun };
      const { withoutPages, damaged: faults } = await exportRuns(request);
      damaged.push(...faults);
      leftOut.push(...withoutPages.map((run) => `${run}: pages are missing, and the other files are imported`));
      add(target, copied + runs.length - faults.length);
    }
  } finally {
    line.clear();
  }
  return { suites, leftOut, damaged };
}

function chosenSuites(suites: readonly string[], suite: string | undefined): readonly string[] {
  if (suite === undefined || suites.length < 2) return suites;
  if (suites.includes(suite)) return [suite];
  throw new UserError(
    `--suite ${suite}: the place has the suites ${suites.join(", ")}; name one of them, or give its folder runs/SUITE as the place`,
  );
}
