import { findBenchmark } from "@medhelm/benchmarks/registry";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import type { Access } from "@medhelm/core/run/profile";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { MAX_OWNERS } from "../assumptions.ts";
import {
  chosenModels,
  entriesOf,
  JUDGES,
  type Load,
  loadOf,
  MIXES,
  MODELS,
  type Model,
  modelNamed,
  registry,
} from "../workload.ts";

/** One run of a submission, without stored answers. */
export interface ArrivedRun {
  readonly benchmark: string;
  readonly access: Access;
  readonly candidate: Model;
  readonly load: Load;
}
export interface Arrival {
  readonly submission: number;
  readonly owner: string;
  readonly atMs: number;
  readonly runs: readonly ArrivedRun[];
}

/** The owner of whole submissions of all models, for whom no time is measured. */
export const HOG = "hog";
/** The place in the mix `day` of the submission of all benchmarks and all models. */
const WHOLE = 500;

const DAY_MS = 86_400_000;
const NO_FILES: UserFiles = {
  read: () => Promise.reject(new Error("the simulated benchmarks read no files")),
  open: () => Promise.reject(new Error("the simulated benchmarks read no files")),
};

/** The plans of all days, because the same submission comes again. */
const planned = new Map<string, Promise<ArrivedRun[]>>();

/**
 * Draws `count` submissions of the mix `day`. Each has a random time of one day, a random owner and a random model. So no owner and no model has more
 * of the large submissions. A seed always has the same submissions.
 * @param ofHog the number of whole submissions that come at midnight
 */
export async function arrivals(count: number, seed: number, ofHog = 0): Promise<Arrival[]> {
  const { day } = MIXES;
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const plan = (i: number): Promise<readonly ArrivedRun[]> => {
    const entries = entriesOf(day, i).map((description) => ({ description }));
    const modelsToRun = chosenModels(day.models(i, random), below(MODELS.length));
    const key = JSON.stringify([entries, modelsToRun]);
    const known = planned.get(key) ?? runsOf(entries, modelsToRun);
    planned.set(key, known);
    return known;
  };
  const all = Array.from({ length: count }, async (_, i): Promise<Arrival> => {
    const atMs = below(DAY_MS);
    return { submission: i, owner: `owner-${below(MAX_OWNERS)}`, atMs, runs: await plan(i) };
  });
  const hog = Array.from({ length: ofHog }, async (_, i): Promise<Arrival> => {
    return { submission: count + i, owner: HOG, atMs: 0, runs: await plan(WHOLE) };
  });
  return (await Promise.all([...hog, ...all])).toSorted((a, b) => a.atMs - b.atMs);
}

async function runsOf(entries: { description: string }[], modelsToRun: string[]): Promise<ArrivedRun[]> {
  const request = { suite: "pools", entries, modelsToRun, judges: JUDGES.map(({ name }) => name) };
  const runs = await planSubmission({ findBenchmark, models: registry }, request, NO_FILES);
  return Promise.all(
    runs.map(async (run): Promise<ArrivedRun> => {
      const candidate = modelNamed(run.modelDeployment);
      const benchmark = await findBenchmark(run.benchmark);
      if (candidate === undefined || benchmark === undefined)
        throw new Error(`no model ${run.modelDeployment}, or no benchmark ${run.benchmark}`);
      return { benchmark: run.benchmark, access: benchmark.card.access, candidate, load: loadOf(run) };
    }),
  );
}
