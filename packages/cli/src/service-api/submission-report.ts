import { systemClock } from "@medhelm/adapters/system-clock";
import { counted } from "@medhelm/core/text/counted";
import type { Quote } from "@medhelm/core/money/quote";
import { exitCodes } from "@medhelm/core/exit-codes";
import { isCorrectable } from "@medhelm/core/run/failure-code";
import type { MaxFailures } from "@medhelm/core/run/max-failures";
import type { RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "@medhelm/service/concurrency/map-bounded";
import { mainScores } from "../finished-runs/main-scores.ts";
import { noAnswerProblem, runTable, type ScoredRun, type UnscoredRow } from "../run/reports/run-report.ts";
import { failureLines } from "../terminal/failure-lines.ts";
import { printMessage } from "../terminal/print-message.ts";
import { type ApiClient, ServiceAway } from "./api-client.ts";
import { followSubmission } from "./follow-submission.ts";
import type { ServiceRun } from "./run-of-service.ts";
import { submissionLine } from "./submission-line.ts";
import { untilInterrupted } from "./until-interrupted.ts";

type States = ReadonlyMap<string, RunState>;

/**
 * Follows a submission to its end, and shows its progress on stderr.
 * @returns the states of its runs; undefined after a Ctrl-C, which ends the waiting and not the submission
 */
export async function waitForSubmission(api: ApiClient, id: string): Promise<States | undefined> {
  const line = submissionLine(process.stderr, systemClock.monotonicMs);
  const follow = (signal: AbortSignal): Promise<States> =>
    followSubmission(api, id, line, signal).finally(() => line.clear());
  return untilInterrupted(
    follow,
    `submission ${id} goes on at ${api.url}; follow it with: medhelm submissions show ${id} --wait --api ${api.url}, or cancel it with: medhelm submissions cancel ${id} --api ${api.url}`,
  );
}

/** One run of a submission: its scores if it is sealed, else its state. */
export type SubmittedRun = ScoredRun | UnscoredRow;

/** Runs whose scores are read concurrently. */
const READ_AT_ONCE = 4;

/** Reads the scores of the sealed runs of a submission. `open` opens a run of it. */
export async function runsOfSubmission(
  states: States,
  open: (run: string) => Promise<ServiceRun>,
): Promise<SubmittedRun[]> {
  return mapBounded(states, READ_AT_ONCE, async ([run, state]): Promise<SubmittedRun> => {
    if (state.state !== "sealed") return { kind: "unscored", run, state: state.state };
    try {
      const { manifest, objects, keyOf } = await open(run);
      if (manifest === undefined) return { kind: "unscored", run, state: state.state };
      const scores = await mainScores(objects, manifest, keyOf);
      return { kind: "scored", run, path: run, manifest, scores, isNew: false, seconds: 0 };
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof ServiceAway) throw error;
      printMessage(`${run}: its scores cannot be shown: ${error.message}`);
      return { kind: "unscored", run, state: state.state };
    }
  });
}

/** The table of `medhelm run` for the runs of a service. */
export const submissionTable = (runs: readonly SubmittedRun[]): string => runTable(runs);

/** Main scores for machines, by run. */
export const scoresJson = (runs: readonly SubmittedRun[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    runs.flatMap((one) =>
      one.kind === "scored" ? [[one.run, { mainMetric: one.manifest.mainMetric, scores: one.scores }] as const] : [],
    ),
  );

/**
 * Prints each cause of failure once, with its runs, and the sealed runs whose scores measure nothing.
 * @returns the exit code of medhelm run: 0 if all runs have usable scores, 1 if a server failed, 2 if the user can correct the fault
 */
export function reportEnds(states: States, runs: readonly SubmittedRun[], maxFailures?: MaxFailures): number {
  const failures = [...states].flatMap(([run, state]) =>
    state.state === "failed" ? [{ run, error: new UserError(state.reason) }] : [],
  );
  if (failures.length > 0 && states.size > 1) printMessage(`${failures.length} of ${states.size} runs failed:`);
  for (const line of failureLines(failures)) printMessage(states.size > 1 ? `  ${line}` : line);
  const cancelled = [...states.values()].filter(({ state }) => state === "cancelled").length;
  if (cancelled > 0) printMessage(`${cancelled} of ${counted(states.size, "run")} cancelled`);
  const problems = runs.flatMap((one) => {
    if (one.kind !== "scored") return [];
    const problem = noAnswerProblem(one, { maxFailures, protocol: one.manifest.protocol ?? "fenced" });
    return problem === undefined ? [] : `${problem.message} (${one.run})`;
  });
  for (const problem of problems) printMessage(problem);
  const ends = [...states.values()];
  if (ends.some((end) => end.state === "failed" && !isCorrectable(end.code))) return exitCodes.runFailed;
  if (ends.some(({ state }) => state !== "sealed")) return exitCodes.userError;
  return problems.length === 0 ? exitCodes.success : exitCodes.runFailed;
}

/** The bounds of the cost, or an empty text if the runs cost nothing. */
export function quoteText(quote: Pick<Quote, "usd" | "withoutPrice"> | undefined): string {
  if (quote === undefined || quote.usd.high === 0) return "";
  const { low, high } = quote.usd;
  const unpriced = quote.withoutPrice.length === 0 ? "" : `, without a price for ${quote.withoutPrice.join(", ")}`;
  const most = high === undefined ? "no upper bound is known" : `at most $${high} if every answer has its full length`;
  return `, at least $${low}, ${most}${unpriced}; medhelm plan estimates the likely cost`;
}
