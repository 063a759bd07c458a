import { existsSync } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import type { GateRun } from "@medhelm/core/gate/gate-runs";
import type { ObjectStore } from "@medhelm/core/ports";
import type { DiffedRun } from "@medhelm/core/release/run-diff";
import { openRelease } from "@medhelm/core/store/release-files";
import { UserError } from "@medhelm/core/user-error";
import { findRuns } from "@medhelm/service/release/find-runs";
import { openReadStore } from "../run/open-store.ts";
import { runPlace } from "../run/run-place.ts";
import { readRunOfRelease, readSealedRun, runsOfRelease } from "../run/sealed-run.ts";
import { gateRun } from "./gate-run.ts";

/** The runs of a baseline, by the model that answered. */
export type Baseline = ReadonlyMap<string, readonly GateRun[]>;

/**
 * Reads the runs of --baseline: the path of a run or of a suite's folder, or the name of a release or suite of the output path.
 * @throws UserError if there is no such run, suite or release, or no run of it has a score
 */
export async function readBaseline(name: string, outputPath: string): Promise<Baseline> {
  const runs = await runsNamed(name, outputPath);
  const found = runs.flatMap(({ manifest, scores }) => {
    const run = scores && gateRun(manifest, scores);
    return run === undefined ? [] : [{ model: manifest.model, run }];
  });
  if (found.length === 0)
    throw new UserError(`--baseline ${name}: no run of it has a score; name a run, suite or release with sealed runs`);
  const byModel = Map.groupBy(found, ({ model }) => model);
  return new Map([...byModel].map(([model, own]) => [model, own.map(({ run }) => run)]));
}

async function runsNamed(name: string, outputPath: string): Promise<DiffedRun[]> {
  const path = resolve(name);
  if (name.includes("/") || name.includes(sep)) {
    const isSuite = basename(dirname(path)) === "runs" && basename(dirname(dirname(path))) !== "runs";
    if (isSuite) {
      if (!existsSync(path)) throw new UserError(`--baseline ${name}: there is no such folder; name a run or a suite`);
      return runsOfSuite(openReadStore(dirname(dirname(path))), basename(path));
    }
    const { outputPath: folder, suite, run } = runPlace(name, { outputPath });
    return [await readSealedRun(openReadStore(folder), suite, run)];
  }
  const objects = openReadStore(outputPath);
  const release = (await openRelease(objects, name)).keyOf("sealed-runs.json");
  if ((await objects.head(release)) !== undefined) {
    const runs: DiffedRun[] = [];
    for (const run of (await runsOfRelease(objects, name)).values())
      if (run.manifestSha256 !== undefined) runs.push(await readRunOfRelease(objects, run));
    return runs;
  }
  if (!existsSync(resolve(outputPath, "runs", name)))
    throw new UserError(
      `--baseline ${name}: ${outputPath} has no release and no suite of this name; give one of them, or the path of a run`,
    );
  return runsOfSuite(objects, name);
}

async function runsOfSuite(objects: ObjectStore, suite: string): Promise<DiffedRun[]> {
  const runs: DiffedRun[] = [];
  for (const { run, files } of (await findRuns(objects, suite, false)).runs)
    if (files.includes("manifest.json")) runs.push(await readSealedRun(objects, suite, run));
  return runs;
}

/**
 * The runs that a model is compared with, by their names without the model: those of the chosen model, of the same model, or of the only one.
 * @throws UserError if the baseline does not have the chosen model, or has several of which none is this one
 */
export function baselineOf(
  baseline: Baseline,
  model: string,
  chosen: string | undefined,
): ReadonlyMap<string, GateRun> {
  const [only, ...others] = baseline.keys();
  const isOnly = chosen === undefined && only !== undefined && others.length === 0;
  const runs = baseline.get(chosen ?? model) ?? (isOnly ? baseline.get(only) : undefined);
  if (runs === undefined)
    throw new UserError(
      `--baseline has no run of ${chosen ?? model}; choose one of its models with --baseline-model: ${[...baseline.keys()].join(", ")}`,
    );
  return new Map(runs.map((run) => [run.part, run]));
}
