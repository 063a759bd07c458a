import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { ClosedQuestion } from "@medhelm/core/metrics/metric";
import type { PageReading } from "@medhelm/core/release/pages/page";
import type { Scores } from "@medhelm/core/release/runs/scores";

type Option = ClosedQuestion["options"][number];

/** The correct option of a closed question, and the one that the reply names. */
export interface ClosedOptions {
  readonly gold?: Option | undefined;
  readonly given?: Option | undefined;
}

/** The value that the benchmark's reader found; undefined if the reply is unread. */
export const answerIn = (readings: readonly Pick<PageReading, "reader" | "value">[]): unknown =>
  readings.find(({ reader }) => reader !== "refusal")?.value;

/** @param read the value that the metric's reader read; undefined if the reply is unread */
export function closedOptions(
  { options, gold, given }: ClosedQuestion,
  { state: { result }, read }: { readonly state: RequestState; readonly read: unknown },
): ClosedOptions {
  const named = (label: string | undefined): Option | undefined =>
    label === undefined ? undefined : options.find((option) => option.label === label);
  const reply = result?.success === true ? result.completions[0]?.text : undefined;
  return { gold: named(gold), given: reply === undefined ? undefined : named(given(read, reply)) };
}

/** The labels of a row: the texts of the options if all questions share them, or else their letters. */
export function shownLabels(
  { gold, given }: ClosedOptions,
  isShared: boolean,
): Pick<Scores["rows"][number], "gold" | "given"> {
  const [right, said] = [gold, given].map((option) => (isShared ? option?.text : option?.label));
  return { ...(right === undefined ? {} : { gold: right }), ...(said === undefined ? {} : { given: said }) };
}
