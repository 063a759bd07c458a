import type { ObjectSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { PerInstanceStats } from "@medhelm/core/helm/stats";
import { type ClosedQuestion, ofExample, type Ratio } from "@medhelm/core/metrics/metric";
import type { Park } from "@medhelm/core/release/pages/run-page-files";
import type { Scores } from "@medhelm/core/release/runs/scores";
import { inputHash } from "@medhelm/core/scoring/input-hash";
import { rowGroups } from "@medhelm/core/scoring/row-groups";
import { textIndex } from "@medhelm/core/text/text-index";
import { byteBuffer } from "./byte-buffer.ts";
import type { Writing } from "./derived-files.ts";
import { closedOptions, shownLabels } from "./closed-options.ts";
import { listHash } from "./list-hash.ts";
import { parkedText } from "./parked-text.ts";
import type { RunHead } from "./run-head.ts";
import { judgeScores, judgesOfRow, type Survey } from "./survey.ts";

export interface ScoredRequest {
  readonly state: RequestState;
  /** the records under each profile */
  readonly records: readonly (readonly PerInstanceStats[])[];
  /** the parts of the main metric under each profile, if it is a ratio */
  readonly ratios: readonly (Ratio | undefined)[];
  readonly question: ClosedQuestion | undefined;
  /** the value that the metric's reader read; undefined if the reply is unread */
  readonly read: unknown;
  /** the number of the repeated request, from 0 */
  readonly repeat: number;
}

type Row = Scores["rows"][number];

export interface ScoreRows {
  /** Adds the next request. Returns its row; undefined if the request has none. */
  add(request: ScoredRequest): Row | undefined;
  /** The number of rows with a value, by profile. */
  counts(): { readonly helm: number; readonly corrected: number };
  /** Returns scores.json. Call it after the last request. */
  file(): () => Writing;
}

/**
 * Collects the main metric of each unperturbed instance of the main split, under both profiles. `park` keeps the file's text. In memory is
 * an id of about 40 bytes per row, which detects an instance that is asked twice.
 */
export function scoreRows(
  assembly: RunHead,
  scenarioArgs: ObjectSpec["args"],
  { labels, judges }: Survey = {},
  park: Park = parkedText,
): ScoreRows {
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
    ...(labels === undefined ? {} : { labels }),
    ...(judges === undefined ? {} : { judges }),
  };
  const groups = new Map(Object.entries(assembly.groups ?? {}));
  const seen = textIndex();
  const counts = { helm: 0, corrected: 0 };
  const text = byteBuffer(park);
  const content = listHash("rows", head);
  text.add(`${JSON.stringify(head).slice(0, -1)},"rows":[`);

  function rowOf({ state, records, ratios, question, read, repeat }: ScoredRequest): Row {
    const { instance, train_trial_index: trial } = state;
    const ofJudges = judgesOfRow(judgeScores(state), judges);
    return {
      id: instance.id ?? "",
      trial,
      ...(repeat === 0 ? {} : { repeat }),
      ...rowGroups(instance, assembly, scenarioArgs, groups.get(instance.id ?? "")),
      inputSha256: inputHash(instance),
      ...(question === undefined ? {} : shownLabels(closedOptions(question, { state, read }), labels !== undefined)),
      ...(ofJudges === undefined ? {} : { judges: ofJudges }),
      ...(ratios.every((one) => one === undefined) ? {} : { counts: ratios.map((one) => (one ? [...one] : null)) }),
      values: records.map((ofProfile, i) => share(ratios[i]) ?? valueOf(ofProfile, name, split) ?? null),
    };
  }

  return {
    add(request) {
      const { instance, train_trial_index: trial } = request.state;
      const key = `${instance.id ?? ""}\n${trial}\n${request.repeat}`;
      if (instance.perturbation !== undefined || instance.split !== split || seen.find(key) !== undefined)
        return undefined;
      const row = rowOf(request);
      text.add(`${seen.size() === 0 ? "" : ","}${JSON.stringify(row)}`);
      content.add(row);
      seen.add(key);
      const [helm, corrected] = row.values;
      counts.helm += Number(typeof helm === "number");
      counts.corrected += Number(typeof corrected === "number");
      return row;
    },
    counts: () => ({ ...counts }),
    file() {
      text.add("]}");
      const digest = content.digest();
      return () => ({ chunks: text.chunks(), content: () => digest });
    },
  };
}

/** As everywhere, a division by zero gives 0. */
export function share(ratio: Ratio | undefined): number | undefined {
  if (ratio === undefined) return undefined;
  const [part, whole] = ratio;
  return whole === 0 ? 0 : part / whole;
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
