import { findBenchmark } from "@medhelm/benchmarks/registry";
import type { UserFiles } from "@medhelm/core/run/benchmark";
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
  type Model,
  modelNamed,
  registry,
} from "../workload.ts";

/** One run of a submission, without stored answers. */
export interface ArrivedRun {
  readonly benchmark: string;
  readonly candidate: Model;
  readonly load: Load;
}
export interface Arrival {
  readonly submission: number;
  readonly owner: string;
  readonly atMs: number;
  readonly runs: readonly ArrivedRun[];
}

const DAY_MS = 86_400_000;
const NO_FILES: UserFiles = {
  read: () => Promise.reject(new Error("the simulated benchmarks read no files")),
  open: () => Promise.reject(new Error("the simulated benchmarks read no files")),
};

/** So many submissions of the mix `day`, at random times of one day. */
export async function arrivals(count: number, seed: number): Promise<Arrival[]> {
  const { day } = MIXES;
  if (day === undefined) throw new Error("no mix day");
  const random = seededRandom(seed);
  const planned = new Map<string, Promise<ArrivedRun[]>>();
  const plan = (i: number): Promise<ArrivedRun[]> => {
    const entries = entriesOf(day, i).map((description) => ({ description }));
    const modelsToRun = chosenModels(day.models(i, random), i);
    const key = JSON.stringify([entries, modelsToRun]);
    const known = planned.get(key) ?? runsOf(entries, modelsToRun);
    planned.set(key, known);
    return known;
  };
  const all = Array.from({ length: count }, async (_, i): Promise<Arrival> => {
    const atMs = Math.floor(random() * DAY_MS);
    return { submission: i, owner: `owner-${i % MAX_OWNERS}`, atMs, runs: await plan(i) };
  });
  return (await Promise.all(all)).toSorted((a, b) => a.atMs - b.atMs);
}

async function runsOf(entries: { description: string }[], modelsToRun: string[]): Promise<ArrivedRun[]> {
  const request = { suite: "pools", entries, modelsToRun, judges: JUDGES.map(({ name }) => name) };
  const runs = await planSubmission({ findBenchmark, models: registry }, request, NO_FILES);
  return runs.map((run) => {
    const candidate = modelNamed(run.modelDeployment);
    if (candidate === undefined) throw new Error(`no model ${run.modelDeployment}`);
    return { benchmark: run.benchmark, candidate, load: loadOf(run) };
  });
}
