import { randomStreams } from "@medhelm/core/inference/random-stream";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { addValue, stat } from "@medhelm/core/helm/stat";
import { Stat } from "@medhelm/core/helm/stats";
import { parseScores } from "@medhelm/core/release/runs/parse-scores";
import type { Scores } from "@medhelm/core/release/runs/scores";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRun, runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";
import { findRuns } from "@medhelm/service/release/runs/find-runs";
import { openSuite } from "./open-suite.ts";
import { sealSuite } from "./seal-suite.ts";

interface Options {
  readonly folder: string;
  readonly suite: string;
  readonly newSuite: string;
  readonly copies: number;
}

/**
 * Makes a sealed suite of many models from a suite of a few, which it seals first. Each copy of a model has its own name and some other scores, which
 * depend on the copy only. A run takes 0.2 MB instead of HELM's 17 MB.
 */
export async function copyRuns({ folder, suite, newSuite: target, copies }: Options): Promise<void> {
  const ports = await openSuite(folder);
  await sealSuite(ports, suite);
  const { runs } = await findRuns(ports.objects, suite, false);
  for (const { run } of runs)
    for (let copy = 1; copy <= copies; copy++) await copyRun(ports.objects, { suite, run, target }, copy);
  console.error(`${runs.length * copies} runs in ${folder}/${keys.runs(target)}`);
}

async function copyRun(
  store: ObjectStore,
  { suite: from, run, target: to }: { readonly suite: string; readonly run: string; readonly target: string },
  copy: number,
): Promise<void> {
  const { manifest, keyOf } = await openRun(store, from, run);
  const runSpec = await getJson(store, keyOf("run_spec.json"), RunSpec);
  const stats = await getJson(store, keyOf("stats.json"), z.array(Stat));
  const body = (await store.get(keyOf("scores.json")))?.body;
  if (manifest === undefined || runSpec === undefined || stats === undefined || body === undefined)
    throw new Error(`${run}: a sealed file is missing`);
  const { model, model_deployment: deployment } = runSpec.adapter_spec;
  const named = (text: string): string => `${text}-${copy}`;
  const names = { model: named(model), modelDeployment: named(deployment) };
  const name = run.replaceAll(model.replaceAll("/", "_"), names.model.replaceAll("/", "_"));
  const scores = otherScores(parseScores(body, run), name);
  const files = {
    "scores.json": JSON.stringify({ ...scores, ...names, suite: to, run: name }),
    "stats.json": JSON.stringify(stats.map((one) => withMean(one, scores))),
    "run_spec.json": JSON.stringify({
      ...runSpec,
      name,
      adapter_spec: { ...runSpec.adapter_spec, model: names.model, model_deployment: names.modelDeployment },
    }),
  };
  const newKey = runFileKeys(to, name, manifest);
  for (const [file, text] of Object.entries(files)) await store.put(newKey(file), text);
  const hashes = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, sha256Hex(text)]));
  const sealed = {
    ...manifest,
    ...names,
    suite: to,
    run: name,
    files: hashes,
    contentSha256: sha256Hex(JSON.stringify(hashes)),
  };
  await store.put(keys.manifest(to, name), JSON.stringify(sealed));
}

/** Up to a third of the rows get the values of another row. How many depends on the copy, so that the models differ. */
function otherScores(scores: Scores, name: string): Scores {
  const next = randomStreams(0, name)(0);
  const share = next(1000);
  const { rows } = scores;
  const changed = rows.map((row) => {
    const values = rows[next(rows.length)]?.values;
    return values !== undefined && next(3000) < share ? { ...row, values } : row;
  });
  return { ...scores, rows: changed };
}

function withMean(one: Stat, { split, metrics, rows }: Scores): Stat {
  const column = metrics.findIndex(({ name, profile }) => name === one.name.name && profile === "helm");
  if (column < 0 || one.name.split !== split || one.name.perturbation !== undefined) return one;
  const all = rows.reduce((sum, { values }) => addValue(sum, values[column] ?? undefined), stat(one.name));
  return all.mean === undefined ? all : stat(one.name, all.mean);
}
