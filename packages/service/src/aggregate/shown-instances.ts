import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { LostParts } from "@medhelm/core/ports";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { instanceDetails } from "@medhelm/core/release/pages/instance-details";
import { listed } from "@medhelm/core/release/pages/list-row";
import type { ShownInstance } from "@medhelm/core/release/pages/run-page-files";
import { thinkingPlaces } from "@medhelm/core/reading/thinking/thinking-places";
import { type JudgeLabel, pageInstance } from "@medhelm/core/release/pages/page-instances";
import type { qualitiesTally } from "@medhelm/core/qualities/qualities-tally";
import type { Assembly } from "@medhelm/core/run/assembly";
import type { RequestScores } from "@medhelm/core/scoring/score";
import type { replyTally } from "@medhelm/core/scoring/reply-tally";
import { ofExample, type Ratio } from "@medhelm/core/metrics/metric";
import { valuesOf } from "./pages.ts";
import { answerIn } from "./closed-options.ts";
import { parseState } from "./read-lists.ts";
import { type ScoredRequest, share } from "./scores.ts";

/** Returns the cluster of the request's instance, if it has one. */
export type AddRow = (scored: ScoredRequest) => string | undefined;

export interface Showing {
  readonly profiles: readonly [helm: RequestScores, corrected: RequestScores];
  readonly addRow: AddRow;
  readonly replies: ReturnType<typeof replyTally>;
  readonly qualities: ReturnType<typeof qualitiesTally>;
  readonly adapter: RunSpec["adapter_spec"];
  readonly assembly: Pick<Assembly, "mainMetric"> & { readonly judges: readonly JudgeLabel[] };
}

/** The request as the site shows it. Call it in the order of the requests. */
export type Show = (state: RequestState, lost: LostParts | null) => ShownInstance;

/** Makes the function that shows a request, and adds it to the rows, `replies` and `qualities`. */
export function showing({
  profiles,
  addRow,
  replies,
  qualities,
  adapter,
  assembly: { judges, mainMetric },
}: Showing): Show {
  const occurrenceOf = occurrences(adapter);
  const [helm, corrected] = profiles;
  return (state, lost) => {
    const occurrence = occurrenceOf(state);
    const ofHelm = [...helm.recordsOf(state, occurrence)];
    const ofCorrected = [...corrected.recordsOf(state, occurrence)];
    const readings = corrected.readingsOf(state);
    const ratios = [helm.ratioOf(mainMetric, ofHelm), corrected.ratioOf(mainMetric, ofCorrected)] as const;
    const cluster = addRow({
      state,
      records: [ofHelm, ofCorrected],
      ratios,
      question: corrected.closedQuestion(state),
      read: answerIn(readings),
      repeat: repeatOf(state, adapter),
    });
    const values = valuesOf(ofCorrected);
    const thinkingAt = thinkingPlaces(state.result?.completions[0]?.text ?? "");
    const whole = withLostParts(state, lost);
    replies.add(whole, values, { readings, thinkingAt });
    const [shareOfHelm, shareOfCorrected] = ratios.map((ratio) => ownShare(mainMetric, ratio));
    const instance = pageInstance(
      whole,
      { ...shareOfHelm, ...valuesOf(ofHelm) },
      { ...shareOfCorrected, ...values },
      judges,
      { readings, thinkingAt },
    );
    qualities.add(instance);
    return { ...listed(whole, instance), cluster, details: instanceDetails(state) };
  };
}

/** Shows the requests of scenario_state.json. */
export async function* shownInstances(
  elements: AsyncIterable<unknown>,
  show: Show,
  lostParts: readonly (LostParts | null)[],
): AsyncGenerator<ShownInstance> {
  let index = 0;
  for await (const element of elements) yield show(parseState(element), lostParts[index++] ?? null);
}

/** A metric that is a ratio of sums has no value of a single answer in the stats; pages show the answer's own ratio. */
function ownShare(metric: string, ratio: Ratio | undefined): Record<string, number> {
  const value = share(ratio);
  return value === undefined ? {} : { [ofExample(metric)]: value };
}

/** buildRequestStates numbers the repetitions of a request in `random`. */
const repeatOf = ({ request: { random } }: RequestState, adapter: Pick<RunSpec["adapter_spec"], "random">): number =>
  random === adapter.random ? 0 : Number(random);

/** Returns the number of each scored request among the repetitions of its instance; undefined in a run without them. */
function occurrences({ num_trials: times }: Pick<RunSpec["adapter_spec"], "num_trials">) {
  const counts = new Map<string, number>();
  return ({ instance, train_trial_index: trial, result }: RequestState): number | undefined => {
    if (times < 2 || result === undefined) return undefined;
    const key = JSON.stringify([instance.id, trial, instance.perturbation]);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
}

/** The state with the finish reason and the thinking of its reply that HELM's file does not have. */
function withLostParts(state: RequestState, lost: LostParts | null): RequestState {
  const [first, ...others] = state.result?.completions ?? [];
  if (lost === null || state.result === undefined || first === undefined) return state;
  const { finishReason: reason, thinking: text } = lost;
  const completion = {
    ...first,
    ...(reason !== undefined && { finish_reason: { reason } }),
    ...(text !== undefined && { thinking: { text } }),
  };
  return { ...state, result: { ...state.result, completions: [completion, ...others] } };
}
