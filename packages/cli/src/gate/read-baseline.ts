import { existsSync } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import type { DiffedRun } from "@medhelm/core/release/run-diff";
import { openRelease } from "@medhelm/core/store/release-files";
import { UserError } from "@medhelm/core/user-error";
import { findRuns } from "@medhelm/service/release/find-runs";
import { openReadStore } from "../run/open-store.ts";
import { runPlace } from "../run/run-place.ts";
import { readRunOfRelease, readSealedRun, runsOfRelease } from "../run/sealed-run.ts";
import type { Baseline } from "./baseline.ts";
import { gateRun } from "./gate-run.ts";

/**
 * Reads the runs of --baseline: the path of a run or of a suite's folder, or the name of a release or suite of the output path.
 * A model is compared with the chosen one, with itself, or with the only one.
 * @throws UserError if there is no such run, suite or release, or no run of it has a score
 */
export async function readBaseline(
  name: string,
  outputPath: string,
  chosenModel: string | undefined,
): Promise<Baseline> {
  const found = (await runsNamed(name, outputPath)).flatMap((one) => {
    const run = gateRun(one);
    return run === undefined ? [] : [{ model: one.manifest.model, run }];
  });
  if (found.length === 0)
    throw new UserError(`--baseline ${name}: no run of it has a score; name a run, suite or release with sealed runs`);
  const byModel = Map.groupBy(found, ({ model }) => model);
  const [only, ...others] = byModel.keys();
  const runsOf = (model: string) => {
    const isOnly = chosenModel === undefined && only !== undefined && others.length === 0;
    const runs = byModel.get(chosenModel ?? model) ?? (isOnly ? byModel.get(only) : undefined);
    if (runs !== undefined) return new Map(runs.map(({ run }) => [run.part, run]));
    throw new UserError(
      `--baseline has no run of ${chosenModel ?? model}; choose one of its models with --baseline-model: ${[...byModel.keys()].join(", ")}`,
    );
  };
  return { requireModel: runsOf, runsOf: async (model) => runsOf(model) };
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
