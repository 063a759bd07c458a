import type { ObjectSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { PerInstanceStats } from "@medhelm/core/helm/stats";
import { ofExample } from "@medhelm/core/metrics/metric";
import type { Scores } from "@medhelm/core/release/scores";
import type { Assembly } from "@medhelm/core/run/assembly";
import { inputHash } from "@medhelm/core/scoring/input-hash";
import { rowGroups } from "@medhelm/core/scoring/row-groups";
import { byteBuffer } from "./byte-buffer.ts";
import type { Writing } from "./derived-files.ts";
import { listHash } from "./list-hash.ts";

export interface ScoreRows {
  /** Adds the next request and its records under each profile. */
  add(state: RequestState, records: readonly (readonly PerInstanceStats[])[]): void;
  /** The number of rows with a value, by profile. */
  counts(): { readonly helm: number; readonly corrected: number };
  /** Returns scores.json. Call it after the last request. */
  file(): () => Writing;
}

export type ScoredAssembly = Omit<Assembly, "groups"> & { readonly groups: Assembly["groups"] | undefined };

/**
 * Collects the main metric of each unperturbed instance of the main split, under both profiles. The file's text is kept
 * outside of the heap, and an id of about 100 bytes per row, which detects an instance that is asked twice.
 */
export function scoreRows(assembly: ScoredAssembly, scenarioArgs: ObjectSpec["args"]): ScoreRows {
  const { mainMetric: name, mainSplit: split } = assembly;
  const head: Omit<Scores, "rows"> = {
    formatVersion: 1,
    suite: assembly.suite,
    run: assembly.run,
    benchmark: assembly.benchmark,
    model: assembly.model,
    modelDeployment: assembly.modelDeployment,
    split,
    metrics: [
      { name, profile: "helm", main: true },
      { name, profile: "corrected", main: true },
    ],
  };
  const groups = new Map(Object.entries(assembly.groups ?? {}));
  const seen = new Set<string>();
  const counts = { helm: 0, corrected: 0 };
  const text = byteBuffer();
  const content = listHash("rows", head);
  text.add(`${JSON.stringify(head).slice(0, -1)},"rows":[`);
  return {
    add(state, records) {
      const { instance, train_trial_index: trial } = state;
      const id = instance.id ?? "";
      const key = `${id}\n${trial}`;
      if (instance.perturbation !== undefined || instance.split !== split || seen.has(key)) return;
      const row: Scores["rows"][number] = {
        id,
        trial,
        ...rowGroups(instance, assembly, scenarioArgs, groups.get(id)),
        inputSha256: inputHash(instance),
        values: records.map((ofProfile) => valueOf(ofProfile, name, split) ?? null),
      };
      text.add(`${seen.size === 0 ? "" : ","}${JSON.stringify(row)}`);
      content.add(row);
      seen.add(key);
      const [helm, corrected] = row.values;
      counts.helm += Number(typeof helm === "number");
      counts.corrected += Number(typeof corrected === "number");
    },
    counts: () => ({ ...counts }),
    file() {
      text.add("]}");
      const digest = content.digest();
      return () => ({ chunks: text.chunks(), content: () => digest });
    },
  };
}

/** Returns the last value, because two metric classes of the run spec may compute the same metric. */
function valueOf(records: readonly PerInstanceStats[], metric: string, split: string): number | undefined {
  let value: number | undefined;
  for (const { stats } of records) {
    const named = (wanted: string) =>
      stats.find(({ name }) => name.name === wanted && name.split === split && name.perturbation === undefined);
    value = (named(metric) ?? named(ofExample(metric)))?.mean ?? value;
  }
  return value;
}
