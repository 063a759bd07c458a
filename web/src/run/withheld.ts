import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { accessWords } from "../text/words.ts";

type Origin = Pick<LeaderboardRun, "access" | "origin" | "instances" | "scored" | "table">;

/** Whether the run folder has prompts and answers. An imported table has scores only, and an imported release has means only. */
export const hasText = ({ origin, instances, scored }: Origin): boolean =>
  origin !== "table" && (instances > 0 || scored !== undefined);

/** Why a page shows no prompts and answers of a run. */
export function whyWithheld(run: Origin): string {
  if (run.origin === "table")
    return `The score comes from a table${run.table === undefined ? "" : `, ${run.table.file}`}. The table has no prompts and answers, so nobody can read them here.`;
  if (!hasText(run)) return "The run was imported without its prompts and answers, so nobody can read them here.";
  return run.access === "public"
    ? "This release does not include the prompts and answers of this run."
    : `This benchmark is ${run.access}. ${accessWords[run.access]}`;
}
