import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { formatCount, formatValue, plural } from "../text/format.ts";

export interface QualityRow {
  readonly quality: string;
  /** what the number says */
  readonly measure: string;
  readonly value: string;
}

const NOT_MEASURED = "not measured";

const shown = (value: number | undefined): string => (value === undefined ? NOT_MEASURED : formatValue(value));
const replyCount = (value: number | undefined): string =>
  value === undefined ? NOT_MEASURED : plural(value, "reply", "replies");

/** The groups of qualities in addition to the score. No ranking uses them. A quality that the run did not measure says so. */
export function qualityRows(run: LeaderboardRun): QualityRow[] {
  const { worstCase = {}, stats, replies, latency, tokens } = run;
  return [
    {
      quality: "Robustness",
      measure: "score in the worst case of each changed question",
      value: shown(worstCase.robustness),
    },
    {
      quality: "Counterfactual probe",
      measure: "score in the worst case of each exchanged attribute",
      value: shown(worstCase.fairness),
    },
    {
      quality: "Calibration",
      measure: "expected calibration error over 10 bins; 0 is best",
      value: shown(stats["ece_10_bin"]),
    },
    { quality: "Refusals", measure: "replies that decline", value: replyCount(replies?.refused) },
    {
      quality: "Deflections",
      measure: "replies without substance",
      value: replyCount(replies?.deflected),
    },
    { quality: "Efficiency", measure: "seconds for half of the answers at most", value: shown(latency?.p50Seconds) },
    {
      quality: "Efficiency",
      measure: "tokens of all answers, counted by the provider",
      value: tokens === undefined ? NOT_MEASURED : formatCount(tokens.completion),
    },
  ];
}
