import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { formatCount, UNKNOWN } from "../text/format.ts";
import { percent, seconds } from "../text/numbers.ts";

interface Kind {
  readonly name: "refused" | "deflected" | "filtered" | "cut" | "empty" | "unread";
  readonly label: string;
  readonly words: string;
}

const KINDS: readonly Kind[] = [
  { name: "refused", label: "Refused", words: "declined, or said nothing" },
  { name: "deflected", label: "Deflected", words: "sent the reader elsewhere, and answered nothing" },
  { name: "filtered", label: "Filtered", words: "stopped by the provider" },
  { name: "cut", label: "Cut", words: "ended at the limit of tokens" },
  { name: "empty", label: "Empty", words: "without text" },
  { name: "unread", label: "Unread", words: "no answer was found in the reply" },
];

export interface ReplyLine {
  readonly label: string;
  readonly words: string;
  /** undefined: no run counts them */
  readonly count?: number;
  /** the requests of the runs that count them */
  readonly of: number;
}

/** How a model replied, over the runs that count it. */
export const replyLines = (runs: readonly LeaderboardRun[]): ReplyLine[] =>
  KINDS.map(({ name, label, words }) => {
    const counted = runs.flatMap(({ replies, instances, repeats }) => {
      const count = replies?.[name];
      return count === undefined ? [] : [{ count, asked: instances * (repeats?.times ?? 1) }];
    });
    const of = counted.reduce((sum, { asked }) => sum + asked, 0);
    if (counted.length === 0) return { label, words, of };
    return { label, words, of, count: counted.reduce((sum, { count }) => sum + count, 0) };
  });

/** Whether a run counts any of them. An imported table counts none. */
export const isCounted = (lines: readonly ReplyLine[]): boolean => lines.some(({ count }) => count !== undefined);

/** The sentence in the place of the table where nothing is counted. */
export const NOT_COUNTED = "This release does not record how its replies were, so it cannot tell how often it refused.";

export const countText = ({ count }: ReplyLine): string => (count === undefined ? UNKNOWN : formatCount(count));
export const shareText = ({ count, of }: ReplyLine): string =>
  count === undefined || of === 0 ? UNKNOWN : `${percent(count / of)} of ${formatCount(of)}`;

/** The time for an answer on each benchmark, from the fastest to the slowest. Quantiles of several runs have no common one. */
export function latencyText(runs: readonly LeaderboardRun[], name: "p50Seconds" | "p95Seconds"): string {
  const times = runs.flatMap(({ latency }) => latency?.[name] ?? []).toSorted((a, b) => a - b);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return UNKNOWN;
  return times.length === 1 ? seconds(first) : `${seconds(first)} to ${seconds(last)}`;
}

export interface JudgeLine {
  readonly name: string;
  readonly asked?: number;
  readonly scored?: number;
  /** why its scores of this model need care */
  readonly care: string;
}

/** How many answers each judge received and scored. */
export function judgeLines(runs: readonly LeaderboardRun[]): JudgeLine[] {
  const judges = Map.groupBy(
    runs.flatMap((run) => run.judges),
    ({ name, model }) => `${name}\n${model}`,
  );
  return [...judges.values()].flatMap((all): JudgeLine[] => {
    const [first] = all;
    if (first === undefined) return [];
    const total = (of: "asked" | "scored") => {
      const known = all.flatMap((judge) => judge[of] ?? []);
      return known.length < all.length ? undefined : known.reduce((a, b) => a + b, 0);
    };
    const [asked, scored] = [total("asked"), total("scored")];
    return [
      {
        name: first.name,
        ...(asked === undefined ? {} : { asked }),
        ...(scored === undefined ? {} : { scored }),
        care: careOf(all),
      },
    ];
  });
}

function careOf(judges: LeaderboardRun["judges"]): string {
  if (judges.some(({ standIn }) => standIn)) return "a stand-in, not a language model";
  if (judges.some(({ isCandidate }) => isCandidate === true)) return "this model itself";
  return judges.some(({ sameFamily }) => sameFamily === true) ? "of this model's family" : "";
}

export function coverageText({ asked, scored }: JudgeLine): string {
  if (asked === undefined || scored === undefined) return UNKNOWN;
  return `${formatCount(scored)} of ${formatCount(asked)}`;
}
