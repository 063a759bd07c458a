import { sha256Hex } from "../store/canonical.ts";

/** The facts in the name of a queue entry: a listing shows which entries a worker can lease. Lane, run and submission are marks. */
export interface EntryFacts {
  /** Unix milliseconds when the requests were encoded. */
  readonly encodedMs: number;
  readonly requests: number;
  readonly lane: string;
  readonly run: string;
  /** Absent: an earlier version made the entry. */
  readonly submission?: string;
}

/** The short form of a lane, or of the name of a run with its suite. */
export const markOf = (text: string): string => sha256Hex(text).slice(0, 16);

export const markOfRun = ({ suite, run }: { readonly suite: string; readonly run: string }): string =>
  markOf(`${suite}/${run}`);

/** Names sort by time and by `nth`, the place of the shard in its run. */
export const entryName = (
  { encodedMs, requests, lane, run, submission }: EntryFacts,
  { nth, uuid }: { readonly nth: number; readonly uuid: string },
): string =>
  `${String(encodedMs).padStart(13, "0")}-${String(nth).padStart(6, "0")}.${requests}.${lane}.${run}.${uuid}${submission === undefined ? "" : `.${submission}`}`;

const NAME = /^(\d{13,})-\d+\.(\d+)\.([0-9a-f]{16})\.([0-9a-f]{16})\.[^.]*(?:\.([0-9a-f]{16}))?/;

/** Undefined: the name is not one of entryName. */
export function entryFacts(entry: string): EntryFacts | undefined {
  const [, ms, requests, lane, run, submission] = NAME.exec(entry) ?? [];
  if (lane === undefined || run === undefined) return undefined;
  return {
    encodedMs: Number(ms),
    requests: Number(requests),
    lane,
    run,
    ...(submission === undefined ? {} : { submission }),
  };
}
