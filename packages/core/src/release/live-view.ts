/** One run of a submission in progress. */
export interface LiveRun {
  readonly run: string;
  readonly benchmark: string;
  readonly model: string;
  /** in words, e.g. "answering", "waits for judge m" */
  readonly state: string;
  /** requests with an outcome, of all; absent before the first one and after the last */
  readonly done?: number;
  readonly total?: number;
  /** requests without an answer by kind of error, or why the run failed; empty: none */
  readonly errors: string;
}

export interface LiveSubmission {
  readonly id: string;
  readonly suite: string;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** in words */
  readonly state: string;
  readonly isOpen: boolean;
  readonly ended: number;
  readonly runCount: number;
  /** in words, e.g. "$0.12 so far, $0.10 to $0.40 expected" */
  readonly cost: string;
  readonly errors: string;
  /** in words: the pools in which requests wait */
  readonly pools: readonly string[];
  /** the runs that are not at their end first */
  readonly runs: readonly LiveRun[];
}

/** The page "Runs in progress" of the embedded stack. Every field is text for a reader or a number. */
export interface LiveView {
  readonly formatVersion: 1;
  /** ISO 8601, UTC */
  readonly at: string;
  /** the newest first */
  readonly submissions: readonly LiveSubmission[];
  /** releases whose pages the owner can open with private text: name and path */
  readonly releases: readonly { readonly name: string; readonly path: string }[];
}
