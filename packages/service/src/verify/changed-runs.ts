import type { LeftOut } from "../release/ports.ts";
import { gapNotice } from "../release/release-gaps.ts";

export interface KnownRun {
  readonly suite: string;
  readonly run: string;
  /** a hash of the run's content; undefined for HELM's runs */
  readonly seal: string | undefined;
}

export interface Tables {
  readonly runs: readonly KnownRun[];
  /** sentences of leaderboard.json, of which one names the runs that were left out */
  readonly notices: readonly string[];
}

const MAX_NAMED = 5;
const keyOf = ({ suite, run }: Pick<KnownRun, "suite" | "run">): string => `${suite}/${run}`;

/**
 * Says which runs changed after the tables were made of them, so that other numbers in the tables are to be expected. Undefined: none.
 * @param now the runs that the tables would have now
 */
export function changedRuns(made: Tables, now: readonly KnownRun[], leftOut: readonly LeftOut[]): string | undefined {
  const [before, after] = [made.runs, now].map((runs) => new Map(runs.map((run) => [keyOf(run), run.seal] as const)));
  const absent = newlyLeftOut(made, leftOut);
  const named = new Set(absent.map(keyOf));
  const changes = [
    ...absent.map(({ run, reason }) => `${run} is left out now (${reason})`),
    ...now.flatMap(({ run, seal, ...place }) => {
      const key = keyOf({ run, ...place });
      if (before?.has(key) !== true) return [`${run} is new`];
      return before.get(key) === seal ? [] : [`${run} was made again`];
    }),
    ...made.runs.flatMap((run) =>
      after?.has(keyOf(run)) === true || named.has(keyOf(run)) ? [] : [`${run.run} is not there any more`],
    ),
  ];
  if (changes.length === 0) return undefined;
  const more = changes.length > MAX_NAMED ? ` and ${changes.length - MAX_NAMED} more changes` : "";
  return `${changes.slice(0, MAX_NAMED).join(", ")}${more}`;
}

function newlyLeftOut({ runs, notices }: Tables, leftOut: readonly LeftOut[]): readonly LeftOut[] {
  if (gapNotice("Left out", leftOut).every((notice) => notices.includes(notice))) return [];
  const counted = new Set(runs.map(keyOf));
  return leftOut.filter((gap) => counted.has(keyOf(gap)) || !notices.some((notice) => notice.includes(gap.run)));
}
