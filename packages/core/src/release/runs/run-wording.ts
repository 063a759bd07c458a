import { counted } from "../../text/counted.ts";
import type { RunSpec } from "../../helm/run-spec.ts";
import { type Wording, wordingOf } from "../../run/spec/wording.ts";
import type { LoadedManifest } from "./loaded-run.ts";
import { tableSource } from "./table-run.ts";

/** The class of custom benchmarks in HELM. Their prompt is a user's file. */
const CUSTOM_SCENARIO = "MedHELMConfigurableScenario";

/** The parts of a run that show its wording. Without a manifest, HELM made the run. */
export interface WordedRun {
  readonly runSpec: Pick<RunSpec, "name" | "scenario_spec" | "adapter_spec">;
  readonly manifest?: Pick<LoadedManifest, "prompts" | "judgePrompts" | "judges">;
}

/** Whose words a run's prompts are; undefined if an older run did not record the whole of it. */
export function runWording({ runSpec, manifest }: WordedRun): Wording | undefined {
  if (manifest !== undefined) return wordingOf(manifest, manifest.judges);
  const table = tableSource(runSpec);
  if (table !== undefined) return table.prompts;
  return runSpec.scenario_spec.class_name.endsWith(`.${CUSTOM_SCENARIO}`) ? "custom" : "helm";
}

/** Our wordings first, then HELM's, then those of users. */
const ORDER = ["own", "helm", "custom", "unknown"] as const;

/**
 * Names the wording of each run for tables, in which no cell has two: "own", "helm", "custom" or "unknown". The second wording with the same mark in
 * a benchmark is "own 2" or "custom 2". It is another version of our words, or another change by a user. A run that does not record its words, such
 * as HELM's run of a custom benchmark, has the first number.
 */
export function wordingLabels<R extends WordedRun>(runs: readonly R[]): ReadonlyMap<R, string> {
  const labels = new Map<R, string>();
  const marked = Map.groupBy(runs, (run) => JSON.stringify([runWording(run) ?? "unknown", benchmarkIn(run)]));
  for (const ofMark of marked.values()) {
    const texts = wordsOf(ofMark);
    const numbers = [...new Set(texts.values())].filter((text) => text !== "").toSorted();
    for (const [run, text] of texts) {
      const number = numbers.indexOf(text) + 1;
      labels.set(run, `${runWording(run) ?? "unknown"}${number > 1 ? ` ${number}` : ""}`);
    }
  }
  return labels;
}

const benchmarkIn = ({ runSpec: { name } }: WordedRun): string => name.split(/[:,]/, 1)[0] ?? name;

/**
 * Returns a text for each run, which differs between wordings with the same mark: the hashes in the manifests. HELM's own texts differ between conditions and models without being
 * other wordings. They count only if one model has two of them in the same scenario.
 */
function wordsOf<R extends WordedRun>(runs: readonly R[]): Map<R, string> {
  const isHelms = runs.some((run) => runWording(run) === "helm");
  if (!isHelms) return new Map(runs.map((run) => [run, recordedWords(run)]));
  const words = new Map<R, string>();
  const scenarios = Map.groupBy(runs, ({ runSpec: { scenario_spec: scenario, adapter_spec: adapter } }) =>
    JSON.stringify([scenario, adapter.model, adapter.model_deployment]),
  );
  for (const same of scenarios.values()) {
    const isOne = new Set(same.map(adapterWords)).size === 1;
    for (const run of same) words.set(run, isOne ? "" : adapterWords(run));
  }
  return words;
}

const recordedWords = ({ manifest }: WordedRun): string =>
  manifest === undefined ? "" : JSON.stringify([manifest.prompts, Object.entries(manifest.judgePrompts ?? {})]);

const adapterWords = ({ runSpec: { adapter_spec: adapter } }: WordedRun): string =>
  JSON.stringify([adapter.instructions, adapter.input_prefix, adapter.output_prefix, adapter.global_prefix]);

/** The labels of a table's runs, in order; and whether a benchmark of it has several, so that each needs rows of its own. */
export function wordingsIn<R extends WordedRun>(
  runs: readonly R[],
  labels: ReadonlyMap<R, string>,
): { readonly labels: string[]; readonly isSplit: boolean } {
  const labelOf = (run: R): string => labels.get(run) ?? "unknown";
  const ofBenchmarks = Map.groupBy(runs, benchmarkIn).values();
  return {
    labels: [...new Set(runs.map(labelOf))].toSorted(byWording),
    isSplit: [...ofBenchmarks].some((of) => new Set(of.map(labelOf)).size > 1),
  };
}

/** How a table of unknown wording gets one. */
export const UNKNOWN_TABLE =
  "The wording of the prompts behind an imported table is unknown, so that its scores are compared with no other runs. If the prompts were HELM's, as those of MedHELM's official leaderboards, import the table with --prompts helm and a new --suite; it is then compared with runs of HELM's wording.";

/** Names the wordings if a benchmark has several, because their scores cannot be compared. */
export function wordingNotice(runs: readonly WordedRun[]): string[] {
  const labels = wordingLabels(runs);
  const wordings = wordingsIn(runs, labels);
  if (!wordings.isSplit) return [];
  const texts = wordings.labels.map((label) => {
    const count = runs.filter((run) => labels.get(run) === label).length;
    return `${label} (${counted(count, "run")})`;
  });
  const isTableUnknown = runs.some(({ runSpec }) => {
    const table = tableSource(runSpec);
    return table !== undefined && table.prompts === undefined;
  });
  return [
    `The prompts of the runs have different wordings: ${texts.join(", ")}. Scores with different prompts cannot be compared: where a benchmark has several wordings, each has rows of its own, and mean win rates compare only rows of one wording.`,
    ...(isTableUnknown ? [UNKNOWN_TABLE] : []),
  ];
}

/** Compares two labels, so that the rows of one wording follow each other. */
export function byWording(a: string, b: string): number {
  const [first, second] = [a, b].map((label) => ORDER.findIndex((mark) => label.startsWith(mark)));
  return (first ?? 0) - (second ?? 0) || (a < b ? -1 : a > b ? 1 : 0);
}
