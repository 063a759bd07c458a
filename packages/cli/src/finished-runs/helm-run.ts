import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { allCards, metricFor } from "@medhelm/benchmarks/registry";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import type { ObjectStore } from "@medhelm/core/ports";
import { benchmarkOf } from "@medhelm/core/release/schema/benchmark-group";
import { shownMetricOf } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { type ComparedRun, rowKey } from "@medhelm/core/release/runs/run-diff";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { loadScores } from "@medhelm/service/release/runs/load-scores";
import { loadRuns } from "@medhelm/service/release/runs/load-suite";
import { z } from "zod";
import { packagedConf } from "../packaged.ts";

/**
 * Reads a run that HELM wrote. Its scores are those of the benchmark's main metric.
 * @throws UserError if there is no such run, or a file of it is missing or damaged
 */
export async function readHelmRun(objects: ObjectStore, suite: string, run: string): Promise<ComparedRun> {
  const files: string[] = [];
  const prefix = `${keys.runs(suite)}${run}/`;
  for await (const { key } of objects.list(prefix)) files.push(key.slice(prefix.length));
  if (files.length === 0)
    throw new UserError(`${suite}/${run}: there is no run of this name; name the folder of a run`);
  const { runs, leftOut } = await loadRuns(objects, [{ suite, run, files }], "helm", false);
  const [loaded] = runs;
  if (loaded === undefined)
    throw new UserError(
      `${suite}/${run} cannot be compared: ${leftOut[0]?.reason ?? "it is no run"}; restore its files`,
    );
  const known = new Map((await allCards()).map((card) => [card.name, card]));
  const cards = (group: string) => known.get(group);
  const schema = await readFile(join(packagedConf, "schema_medhelm.yaml"), "utf8");
  const metric = shownMetricOf(loaded, parseSchema(schema, "schema_medhelm.yaml"), cards);
  const texts = textReader(`${prefix}scenario_state.json`);
  const found = await loadScores({ objects, cards, metrics: metricFor }, loaded, metric, {
    remembers: false,
    states: texts,
  });
  if (found.kind === "none")
    throw new UserError(`${suite}/${run} cannot be compared: ${found.reason}; restore ${found.file}`);
  return {
    helm: { benchmark: benchmarkOf(loaded, cards), mainMetric: metric.name },
    runSpec: loaded.runSpec,
    scores: found.scores,
    ...texts.found(),
  };
}

/** Adds what a comparison with one of HELM's runs needs: the run spec, and the hashes of prompts and replies. Memory grows with the number of instances. */
export async function withTexts(
  objects: ObjectStore,
  suite: string,
  run: string,
  found: ComparedRun,
): Promise<ComparedRun> {
  const { keyOf } = await openRun(objects, suite, run);
  const runSpec = found.runSpec ?? (await getJson(objects, keyOf("run_spec.json"), RunSpec));
  const key = keyOf("scenario_state.json");
  const isThere = found.texts === undefined && (await objects.head(key)) !== undefined;
  return {
    ...found,
    ...(runSpec === undefined ? {} : { runSpec }),
    ...(isThere ? await readTexts(objects, key) : {}),
  };
}

const State = z.object({
  instance: RequestState.shape.instance,
  train_trial_index: z.int(),
  request: z.object({ prompt: z.string(), messages: z.unknown().optional() }),
  result: z.object({ completions: z.array(z.object({ text: z.string() })) }).exactOptional(),
});

async function readTexts(objects: ObjectStore, key: string): Promise<Pick<ComparedRun, "texts">> {
  const reader = textReader(key);
  for await (const element of readElements(objects.stream(key), "request_states", { label: key })) reader.add(element);
  reader.end();
  return reader.found();
}

/** Hashes the texts of requests. An instance of several requests has the hash of their hashes. `found`: none before the end of the file. */
function textReader(key: string) {
  const texts = new Map<string, { prompt: string; reply: string }>();
  let isWhole = false;
  return {
    add(element: unknown): void {
      const { data } = State.safeParse(element);
      if (data === undefined) throw new UserError(`${key} has a request of another layout; restore the file`);
      const { instance, train_trial_index: trial, request, result } = data;
      if (instance.perturbation !== undefined) return;
      const row = rowKey({ id: instance.id ?? "", trial });
      const before = texts.get(row) ?? { prompt: "", reply: "" };
      const replies = result?.completions.map(({ text }) => text) ?? null;
      texts.set(row, {
        prompt: sha256Hex(before.prompt + JSON.stringify([request.prompt, request.messages ?? null])),
        reply: sha256Hex(before.reply + JSON.stringify(replies)),
      });
    },
    end: () => void (isWhole = true),
    found: (): Pick<ComparedRun, "texts"> => (isWhole ? { texts } : {}),
  };
}
