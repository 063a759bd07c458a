import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { Qualities } from "@medhelm/core/qualities/qualities";
import { qualitiesTally } from "@medhelm/core/qualities/qualities-tally";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { Park } from "@medhelm/core/release/pages/run-page-files";
import { replyTally } from "@medhelm/core/scoring/reply-tally";
import type { RequestScores } from "@medhelm/core/scoring/score";
import type { Writing } from "./derived-files.ts";
import type { RunHead } from "./run-head.ts";
import { juryTally, repeatTally, twoWayTally } from "./row-tallies.ts";
import { scoreRows } from "./scores.ts";
import { type AddRow, type Show, showing } from "./shown-instances.ts";
import type { Survey } from "./survey.ts";

export interface RowsOf {
  readonly runSpec: RunSpec;
  readonly assembly: RunHead;
  readonly profiles: readonly [helm: RequestScores, corrected: RequestScores];
  readonly survey: Survey;
  /** Keeps the text of scores.json. Absent: it stays in memory, compressed. */
  readonly park?: Park | undefined;
}

/** The rows of scores.json, and the fields of the manifest that follow from the requests as pages show them. */
export interface RunRows {
  /** Shows a request and adds its row. */
  readonly show: Show;
  /** Returns scores.json. Call it after the last request. */
  scores(): () => Writing;
  /** The number of rows with a value, by profile. */
  counts(): { readonly helm: number; readonly corrected: number };
  replies(): NonNullable<Manifest["replies"]>;
  qualities(): Pick<Manifest, "qualities">;
  found(): Pick<Manifest, "twoWay" | "repeats" | "jury">;
}

export function runRows({ runSpec, assembly, profiles, survey, park }: RowsOf): RunRows {
  const { adapter_spec: adapter, scenario_spec: scenario } = runSpec;
  const rows = scoreRows(assembly, scenario.args, survey, park);
  const twoWay = twoWayTally(survey.labels, assembly.access === "public");
  const repeats = repeatTally(adapter.num_trials);
  const jury = juryTally(assembly.judges, survey.judges);
  const replies = replyTally();
  const qualities = qualitiesTally({ ...assembly, hasProbes: hasProbes(runSpec) });
  const addRow: AddRow = (scored) => {
    const row = rows.add(scored);
    if (row === undefined) return undefined;
    twoWay.add(row);
    repeats.add(row);
    jury.add(row);
    return row.cluster;
  };
  return {
    show: showing({ profiles, addRow, replies, qualities, adapter, assembly }),
    scores: rows.file,
    counts: rows.counts,
    replies: replies.counts,
    qualities: () => qualitiesField(qualities.found()),
    found: () => ({ ...twoWay.found(), ...repeats.found(), ...jury.found() }),
  };
}

const qualitiesField = (qualities: Qualities): Pick<Manifest, "qualities"> =>
  Object.keys(qualities).length === 0 ? {} : { qualities };

/** Whether the run asks changed or repeated questions. */
const hasProbes = ({ data_augmenter_spec: augmenter, adapter_spec: adapter }: RunSpec): boolean =>
  augmenter.perturbation_specs.length > 0 || adapter.num_trials > 1;
