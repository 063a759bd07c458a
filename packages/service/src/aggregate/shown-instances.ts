import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { LostParts } from "@medhelm/core/ports";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { instanceDetails } from "@medhelm/core/release/instance-details";
import { listed } from "@medhelm/core/release/list-row";
import type { ShownInstance } from "@medhelm/core/release/run-page-files";
import { thinkingPlaces } from "@medhelm/core/reading/thinking/thinking-places";
import { pageInstance } from "@medhelm/core/release/page-instances";
import type { qualitiesTally } from "@medhelm/core/qualities/qualities-tally";
import type { Assembly } from "@medhelm/core/run/assembly";
import type { ScoredProfile } from "@medhelm/core/scoring/score";
import type { replyTally } from "@medhelm/core/scoring/reply-tally";
import { ofExample, type Ratio } from "@medhelm/core/metrics/metric";
import { valuesOf } from "./pages.ts";
import { answerIn } from "./closed-options.ts";
import { parseState } from "./read-lists.ts";
import { type ScoredRequest, share } from "./scores.ts";

/** Returns the cluster of the request's instance, if it has one. */
export type AddRow = (scored: ScoredRequest) => string | undefined;

interface Showing {
  readonly addRow: AddRow;
  readonly replies: ReturnType<typeof replyTally>;
  readonly qualities: ReturnType<typeof qualitiesTally>;
  readonly adapter: RunSpec["adapter_spec"];
  readonly assembly: Pick<Assembly, "judges" | "mainMetric">;
  readonly lostParts: readonly (LostParts | null)[];
}

/** Yields the requests as the site shows them, and adds each to the rows, `replies` and `qualities`. */
export async function* shownInstances(
  elements: AsyncIterable<unknown>,
  profiles: readonly [helm: ScoredProfile, corrected: ScoredProfile],
  { addRow, replies, qualities, adapter, assembly: { judges, mainMetric }, lostParts }: Showing,
): AsyncIterable<ShownInstance> {
  const occurrenceOf = occurrences(adapter);
  let index = 0;
  for await (const element of elements) {
    const state = parseState(element);
    const lost = lostParts[index++] ?? null;
    const occurrence = occurrenceOf(state);
    const records = profiles.map((profile) => [...profile.recordsOf(state, occurrence)]);
    const [helm, corrected] = records;
    const readings = profiles[1].readingsOf(state);
    if (helm === undefined || corrected === undefined) continue;
    const ratios = profiles.map((profile, i) => profile.ratioOf(mainMetric, records[i] ?? []));
    const cluster = addRow({
      state,
      records,
      ratios,
      question: profiles[1].closedQuestion(state),
      read: answerIn(readings),
      repeat: repeatOf(state, adapter),
    });
    const values = valuesOf(corrected);
    const thinkingAt = thinkingPlaces(state.result?.completions[0]?.text ?? "");
    const whole = withLostParts(state, lost);
    replies.add(whole, values, { readings, thinkingAt });
    const [ofHelm, ofCorrected] = ratios.map((ratio) => ownShare(mainMetric, ratio));
    const instance = pageInstance(whole, { ...ofHelm, ...valuesOf(helm) }, { ...ofCorrected, ...values }, judges, {
      readings,
      thinkingAt,
    });
    qualities.add(instance);
    yield { ...listed(whole, instance), cluster, details: instanceDetails(state) };
  }
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
