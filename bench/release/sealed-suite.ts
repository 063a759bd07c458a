import { createHash } from "node:crypto";
import { metricFor } from "@medhelm/benchmarks/registry";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { Stat } from "@medhelm/core/helm/stats";
import { helmJson } from "@medhelm/core/helm/write-json";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import type { Scores } from "@medhelm/core/release/runs/scores";
import { withHash } from "@medhelm/core/store/manifest-hash";
import { generationFolder, keys } from "@medhelm/core/store/object-keys";
import { openRun, runFileKeys } from "@medhelm/core/store/run-files";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { z } from "zod";
import type { LatencyStore } from "./latency-store.ts";

export const SUITE = "s";
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Places `runs` sealed runs into the store: one aggregated synthetic run, repeated for each benchmark of the schema and as many models
 * as needed. Every run has its own name, run spec, stats and manifest.
 */
export async function placeSuite(store: LatencyStore, runs: number, instances: number, schema: string): Promise<void> {
  const benchmarks = parseSchema(schema, "schema").run_groups.filter(({ subgroups }) => subgroups.length === 0);
  const one = await sealedRun(instances);
  for (let i = 0; i < runs; i++) {
    const group = benchmarks[i % benchmarks.length];
    if (group === undefined) throw new Error("the schema has no benchmark");
    const metric = group.environment["main_name"] ?? "exact_match";
    placeRun(store, one, { benchmark: group.name, metric, model: `org/model-${Math.floor(i / benchmarks.length)}`, i });
  }
}

interface Sealed {
  readonly runSpec: RunSpec;
  readonly stats: ReadonlyMap<string, readonly Stat[]>;
  readonly manifest: Manifest;
  /** path in the run's folder -> text */
  readonly files: ReadonlyMap<string, string>;
  /** The text of scores.json under a metric. */
  scores(metric: string): string;
}

async function sealedRun(instances: number): Promise<Sealed> {
  const objects = memoryStore();
  const run = await putSyntheticRun(objects, SUITE, instances);
  const result = await aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run });
  if (result.kind !== "sealed") throw new Error(`the run is ${result.kind}`);
  const { keyOf, manifest } = await openRun(objects, SUITE, run);
  const files = new Map<string, string>();
  for (const file of Object.keys(manifest?.files ?? {}))
    files.set(file, new TextDecoder().decode((await objects.get(keyOf(file)))?.body));
  const texts = new Map<string, string>();
  const scores = (metric: string): string => {
    const known = texts.get(metric) ?? scoresUnder(files.get("scores.json") ?? "", metric);
    texts.set(metric, known);
    return known;
  };
  const read = <T>(file: string, schema: z.ZodType<T>): T => schema.parse(JSON.parse(files.get(file) ?? ""));
  const stats = ["stats.json", "corrected/stats.json"].map((file) => [file, read(file, z.array(Stat))] as const);
  return { runSpec: read("run_spec.json", RunSpec), stats: new Map(stats), manifest: result.manifest, files, scores };
}

/** The scores under the metric that the release shows. With another one, a release reads the large files of the run. */
function scoresUnder(text: string, metric: string): string {
  const scores: Scores = JSON.parse(text);
  const metrics = scores.metrics.map((one) => (one.main ? { ...one, name: metric } : one));
  return JSON.stringify({ ...scores, metrics });
}

interface Placed {
  readonly benchmark: string;
  readonly metric: string;
  readonly model: string;
  readonly i: number;
}

function placeRun(store: LatencyStore, { runSpec, stats, manifest, files, scores }: Sealed, placed: Placed): void {
  const { benchmark, metric, model, i } = placed;
  const run = `${benchmark}:model=${model.replaceAll("/", "_")}`;
  const own = (file: string): string | undefined => {
    const found = stats.get(file);
    if (file === "scores.json") return scores(metric);
    if (file === "run_spec.json") {
      const adapter = { ...runSpec.adapter_spec, model, model_deployment: model };
      return helmJson({ ...runSpec, name: run, adapter_spec: adapter, groups: [benchmark] });
    }
    return (
      found &&
      helmJson(
        found.map((stat) => {
          const isMain = stat.name.name.startsWith("synthetic_jury") && stat.name.perturbation === undefined;
          return isMain ? { ...stat, name: { ...stat.name, name: metric }, mean: 1 + (i % 97) / 24 } : stat;
        }),
      )
    );
  };
  const nonce = sha256(run).slice(0, 32);
  const where = { folder: generationFolder("public", 1, nonce), derived: "derived-0123456789ab" };
  const hashesOf = (): Manifest["files"] =>
    Object.fromEntries(
      Object.entries(manifest.files).map(([file, hash]) => {
        const text = own(file);
        return [file, text === undefined ? hash : sha256(text)];
      }),
    );
  const fields = { run, benchmark, model, modelDeployment: model, mainMetric: metric, ...where };
  const keyOf = runFileKeys(SUITE, run, where);
  for (const [file, text] of files) store.place(keyOf(file), () => own(file) ?? text);
  // made at each read, so that the bench itself takes little memory
  store.place(keys.manifest(SUITE, run), () => JSON.stringify(withHash({ ...manifest, ...fields, files: hashesOf() })));
  for (const work of [keys.lease, keys.identity, keys.assembly, keys.progress])
    store.place(work(SUITE, run), () => "{}");
}
