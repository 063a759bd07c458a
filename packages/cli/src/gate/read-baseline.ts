import { isThere } from "@medhelm/adapters/is-there";
import { basename, dirname, resolve, sep } from "node:path";
import type { GateRun } from "@medhelm/core/gate/gate-runs";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { CONCURRENT_READS, mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { findRuns } from "@medhelm/service/release/runs/find-runs";
import { openReadStore } from "../places/open-store.ts";
import { runPlace } from "../places/run-place.ts";
import {
  type OpenedRun,
  openRunOfRelease,
  openSealedRun,
  sealedRunsOf,
  withScores,
} from "../finished-runs/sealed-run.ts";
import type { Baseline } from "./baseline.ts";
import { gateRun } from "./gate-run.ts";

/**
 * Reads the runs of --baseline. It is the path of a run or of a suite's folder, or the name of a release or suite of the output path. A model is
 * compared with the chosen one, with itself, or with the only one.
 * @throws UserError if there is no such run, suite or release, or no run of it has a score
 */
export async function readBaseline(
  name: string,
  outputPath: string,
  chosenModel: string | undefined,
): Promise<Baseline> {
  const byModel = Map.groupBy(await openRuns(name, outputPath), ({ manifest }) => manifest.model);
  const [only, ...others] = byModel.keys();
  if (only === undefined) throw noScore(name);
  const read = async (model: string): Promise<ReadonlyMap<string, GateRun>> => {
    const runs =
      byModel.get(model) ?? (others.length === 0 && chosenModel === undefined ? byModel.get(only) : undefined);
    if (runs === undefined)
      throw new UserError(
        `--baseline has no run of ${model}; choose one of its models with --baseline-model: ${[...byModel.keys()].join(", ")}`,
      );
    const found = await mapBounded(runs, CONCURRENT_READS, async (run) => gateRun(await withScores(run)) ?? []);
    if (found.flat().length === 0) throw noScore(name);
    return new Map(found.flat().map((run) => [run.part, run]));
  };
  // read before the first request, because the new runs may replace the earlier ones, and once for each model
  const byWanted = new Map<string, Promise<ReadonlyMap<string, GateRun>>>();
  const runsOf = (model: string) => {
    const wanted = chosenModel ?? model;
    const runs = byWanted.get(wanted) ?? read(wanted);
    byWanted.set(wanted, runs);
    return runs;
  };
  return { requireModel: async (model) => void (await runsOf(model)), runsOf };
}

const noScore = (name: string): UserError =>
  new UserError(`--baseline ${name}: no run of it has a score; name a run, suite or release with sealed runs`);

async function openRuns(name: string, outputPath: string): Promise<OpenedRun[]> {
  const path = resolve(name);
  if (name.includes("/") || name.includes(sep)) {
    const isSuite = basename(dirname(path)) === "runs" && basename(dirname(dirname(path))) !== "runs";
    if (isSuite) {
      if (!isThere(path)) throw new UserError(`--baseline ${name}: there is no such folder; name a run or a suite`);
      return runsOfSuite(openReadStore(dirname(dirname(path))), basename(path));
    }
    const { outputPath: folder, suite, run } = runPlace(name, { outputPath });
    return [await openSealedRun(openReadStore(folder), suite, run)];
  }
  const objects = openReadStore(outputPath);
  const { runs } = await sealedRunsOf(objects, name);
  const sealed = runs?.filter(({ manifestSha256 }) => manifestSha256 !== undefined);
  if (sealed !== undefined) return mapBounded(sealed, CONCURRENT_READS, (run) => openRunOfRelease(objects, run));
  if (!isThere(resolve(outputPath, "runs", name)))
    throw new UserError(
      `--baseline ${name}: ${outputPath} has no release and no suite of this name; give one of them, or the path of a run`,
    );
  return runsOfSuite(objects, name);
}

async function runsOfSuite(objects: ObjectStore, suite: string): Promise<OpenedRun[]> {
  const { runs } = await findRuns(objects, suite, false);
  const sealed = runs.filter(({ files }) => files.includes("manifest.json"));
  return mapBounded(sealed, CONCURRENT_READS, ({ run }) => openSealedRun(objects, suite, run));
}
