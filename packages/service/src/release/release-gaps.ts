import { isDeepStrictEqual } from "node:util";
import type { CardLookup } from "@medhelm/core/release/schema/benchmark-group";
import { shownMetricOf } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { findStat, type LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { ReleaseSchema } from "@medhelm/core/release/schema/release-schema";
import { runWording } from "@medhelm/core/release/runs/run-wording";
import { UserError } from "@medhelm/core/user-error";
import type { LeftOut } from "./ports.ts";

const MAX_NAMED = 5;

/** One sentence about runs with gaps, grouped by reason. */
export function gapNotice(what: string, gaps: readonly LeftOut[]): string[] {
  if (gaps.length === 0) return [];
  const byReason = Map.groupBy(gaps, ({ reason }) => reason);
  const texts = [...byReason].map(([reason, group]) => {
    const names = group.slice(0, MAX_NAMED).map(({ run }) => run);
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : "";
    return `${names.join("; ")}${more} (${group.length === 1 ? reason : `${group.length} runs: ${reason}`})`;
  });
  return [`${what}: ${texts.join("; ")}.`];
}

interface Gaps {
  readonly leftOut: readonly LeftOut[];
  /** runs that count, with what is wrong with them */
  readonly incomplete: readonly LeftOut[];
}

/** @throws UserError that names the gaps of a release, if it has any */
export function refuseGaps({ leftOut, incomplete }: Gaps): void {
  const notices = [...gapNotice("Left out", leftOut), ...gapNotice("Incomplete", incomplete)];
  if (notices.length === 0) return;
  throw new UserError(`--strict allows no gaps, so nothing is written: ${notices.join(" ")}`);
}

/** @throws UserError that names the damaged files of runs, if there are any */
export function refuseDamage(damages: readonly string[]): void {
  if (damages.length > 0) throw new UserError(`--strict allows no gaps, so no table is written: ${damages.join("; ")}`);
}

/** The runs that no table ranks, because their stats lack the main metric of their benchmark. A manifest names the reason. */
export function withoutMainMetric(runs: readonly LoadedRun[], schema: ReleaseSchema, cards: CardLookup): LeftOut[] {
  return runs.flatMap((run) => {
    const { name, split } = shownMetricOf(run, schema, cards);
    if (findStat(run.stats, { name, split })?.mean !== undefined) return [];
    const why = run.manifest?.absentMetrics[name];
    const reason = `its stats have no ${name} on the split ${split}${why === undefined ? "" : `: ${why}`}`;
    return [{ suite: run.suite, run: run.folder, reason }];
  });
}

/**
 * The runs with the name and wording of another run and with another spec, such as another limit of tokens. Their scores are of different
 * experiments, which the tables cannot show.
 * @param loaded all runs; `kept`: those that count
 */
export function otherSpecs(loaded: readonly LoadedRun[], kept: readonly LoadedRun[]): LeftOut[] {
  const named = Map.groupBy(loaded, (run) => JSON.stringify([run.runSpec.name, runWording(run)]));
  const counts = new Set(kept);
  return [...named.values()].flatMap((same) => {
    const first = same.find((run) => counts.has(run)) ?? same[0];
    const other = same.find((run) => first !== undefined && !isDeepStrictEqual(run.runSpec, first.runSpec));
    if (first === undefined || other === undefined) return [];
    const field = firstDifference(first.runSpec, other.runSpec).join(".");
    const [counted, otherFile] = [first, other].map(({ suite, folder }) => `${suite}/${folder}/run_spec.json`);
    const reason = `another run of this name has another spec: ${field} of ${otherFile} differs from ${counted}`;
    return [{ suite: first.suite, run: first.folder, reason }];
  });
}

/** The path of the first value that differs. */
function firstDifference(a: unknown, b: unknown): string[] {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return [];
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const key = [...new Set([...left.keys(), ...right.keys()])].find(
    (name) => !isDeepStrictEqual(left.get(name), right.get(name)),
  );
  return key === undefined ? [] : [key, ...firstDifference(left.get(key), right.get(key))];
}
