import { RunSpec } from "@medhelm/core/helm/run-spec";
import type { ObjectStore } from "@medhelm/core/ports";
import type { PresentRun } from "@medhelm/core/release/runs/completeness";
import { failedRequests } from "@medhelm/core/release/runs/manifest";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { findRuns } from "@medhelm/service/release/runs/find-runs";
import { sealedRunsOf } from "../finished-runs/sealed-run.ts";

interface Named {
  readonly suite: string;
  readonly run: string;
}

export interface PresentRuns {
  readonly runs: readonly PresentRun[];
  /** sentences about runs that cannot be read */
  readonly unreadable: readonly string[];
}

/** The runs of a suite. @throws UserError for a suite without runs */
export async function runsOfSuite(objects: ObjectStore, suite: string): Promise<PresentRuns> {
  const found = await findRuns(objects, suite, false);
  const present = await readRuns(objects, found.runs);
  const started = found.leftOut.flatMap(({ run }) => unfinished(run));
  return { ...present, runs: [...present.runs, ...started] };
}

/** The runs that a release was made of. @throws UserError if it does not name them */
export async function runsOfRelease(objects: ObjectStore, release: string): Promise<PresentRuns> {
  const { key, runs } = await sealedRunsOf(objects, release);
  if (runs === undefined)
    throw new UserError(`${key}: there is no such file, so that the runs of the release are unknown; name a suite`);
  return readRuns(objects, runs);
}

async function readRuns(objects: ObjectStore, named: readonly Named[]): Promise<PresentRuns> {
  const [runs, unreadable]: [PresentRun[], string[]] = [[], []];
  for (const { suite, run } of named)
    try {
      runs.push(...(await readRun(objects, suite, run)));
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error;
      unreadable.push(error.message);
      runs.push(...unfinished(run));
    }
  return { runs, unreadable };
}

async function readRun(objects: ObjectStore, suite: string, run: string): Promise<PresentRun[]> {
  const { manifest, keyOf } = await openRun(objects, suite, run);
  const runSpec = await getJson(objects, keyOf("run_spec.json"), RunSpec);
  if (runSpec === undefined) return unfinished(run);
  const { model, model_deployment, max_eval_instances: limit } = runSpec.adapter_spec;
  const { instances = 0, verdictsAsked = 0, verdictsScored = 0 } = manifest?.coverage ?? {};
  return [
    {
      base: baseOf(runSpec.name),
      model: model_deployment || model,
      limit,
      isFinished: manifest !== undefined || (await objects.head(keyOf("stats.json"))) !== undefined,
      ...(manifest && { counts: { instances, verdictsAsked, verdictsScored, failed: failedRequests(manifest) } }),
    },
  ];
}

const MODEL = /[:,]model=([^,]*)/;

const baseOf = (run: string): string => run.split(MODEL, 1)[0] ?? run;

/** A folder name has "_" in the place of the "/" of its model. */
function unfinished(run: string): PresentRun[] {
  const model = MODEL.exec(run)?.[1]?.replace("_", "/");
  return model === undefined ? [] : [{ base: baseOf(run), model, isFinished: false }];
}
