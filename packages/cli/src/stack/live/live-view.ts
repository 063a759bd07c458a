import { Quote } from "@medhelm/core/money/quote";
import { Usage } from "@medhelm/core/money/usage";
import { awaitingText, PoolStanding, poolText } from "@medhelm/core/pools/pool-standing";
import type { LiveRun, LiveSubmission } from "@medhelm/core/release/live-view";
import { RunState } from "@medhelm/core/submission";
import { ENDS, isFinal } from "@medhelm/service/submissions/run-state";
import { z } from "zod";

/** A GET of the API, in this process. @throws Error for an answer that is not 200 */
export type ReadApi = <T>(path: string, schema: z.ZodType<T>) => Promise<T>;

const Summary = z.object({ id: z.string(), state: z.string() });
const Submissions = z.object({ submissions: z.array(Summary) });
const Run = z.object({ run: z.string(), benchmark: z.string(), model: z.string(), status: RunState });
type Run = z.infer<typeof Run>;
const Submission = Summary.extend({
  suite: z.string(),
  createdAt: z.string(),
  runCount: z.int(),
  counts: z.record(z.string(), z.int()),
  quote: Quote.exactOptional(),
  pools: z.array(PoolStanding).default([]),
  runs: z.array(Run),
});
type Submission = z.infer<typeof Submission>;

/** The newest submissions: all that are open among them, and a few that have ended. */
const MAX_SUBMISSIONS = 50;
const MAX_ENDED = 5;
const MAX_RUNS = 40;

/** Reads the submissions of the stack through its API. */
export async function liveSubmissions(read: ReadApi): Promise<LiveSubmission[]> {
  const { submissions } = await read(`/v1/submissions?limit=${MAX_SUBMISSIONS}`, Submissions);
  const open = submissions.filter(isOpen);
  const ended = submissions.filter((one) => !isOpen(one)).slice(0, MAX_ENDED);
  const shown = submissions.filter((one) => open.includes(one) || ended.includes(one));
  const views: LiveSubmission[] = [];
  for (const { id } of shown) {
    const submission = await read(`/v1/submissions/${id}`, Submission);
    const month = submission.createdAt.slice(0, 7);
    const { totals } = await read(`/v1/usage?month=${month}&submission=${id}`, Usage);
    views.push(viewOf(submission, totals));
  }
  return views;
}

const Releases = z.object({
  releases: z.array(z.object({ name: z.string(), createdAt: z.string(), status: z.object({ state: z.string() }) })),
  nextCursor: z.string().optional(),
});

/** Reads the names of the finished releases, also of those that are not published, the newest first. */
export async function liveReleases(read: ReadApi): Promise<string[]> {
  const found: z.infer<typeof Releases>["releases"] = [];
  for (let next: string | undefined = ""; next !== undefined; ) {
    const page: z.infer<typeof Releases> = await read(`/v1/releases?limit=100${next}`, Releases);
    found.push(...page.releases.filter(({ status }) => status.state === "published"));
    next = page.nextCursor && `&cursor=${page.nextCursor}`;
  }
  return found.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map(({ name }) => name);
}

const isOpen = ({ state }: { readonly state: string }): boolean => state === "queued" || state === "running";

function viewOf(submission: Submission, totals: Usage["totals"]): LiveSubmission {
  const { id, suite, createdAt, state, runCount, counts, quote, pools, runs } = submission;
  const ended = ENDS.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const byOrder = runs.toSorted((a, b) => Number(isEnded(a)) - Number(isEnded(b)));
  return {
    id,
    suite,
    createdAt,
    state: WORDS[state] ?? state,
    isOpen: isOpen(submission),
    ended,
    runCount,
    cost: costText(totals, isOpen(submission) ? quote : undefined),
    errors: failureText(sumOf(runs)),
    pools: pools.map(poolText),
    runs: byOrder.slice(0, MAX_RUNS).map(lineOf),
  };
}

const isEnded = ({ status }: Run): boolean => isFinal(status);

const WORDS: Readonly<Record<string, string>> = {
  queued: "waits",
  running: "runs",
  judged: "all answers are stored",
  scored: "being sealed",
  sealed: "done",
  failed: "failed",
  cancelled: "cancelled",
};

function lineOf({ run, benchmark, model, status }: Run): LiveRun {
  const state = status.state === "awaiting" ? awaitingText(status) : (WORDS[status.state] ?? status.state);
  const progress = "total" in status ? { done: status.done, total: status.total } : {};
  const errors =
    status.state === "failed" ? status.reason : "failures" in status ? failureText(status.failures ?? {}) : "";
  return { run, benchmark, model, state, ...progress, errors };
}

type Failures = Readonly<Record<string, number>>;

function sumOf(runs: readonly Run[]): Failures {
  const sum: Record<string, number> = {};
  for (const { status } of runs)
    if ("failures" in status)
      for (const [kind, count] of Object.entries(status.failures ?? {})) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

const KINDS: Readonly<Record<string, string>> = {
  rate_limited: "rate limit",
  server_error: "error of the server",
  connection: "no connection",
  timeout: "no answer in time",
  unreadable: "unreadable answer",
  content_filter: "stopped by a content filter",
  auth: "key refused",
  no_such_model: "unknown model",
  bad_request: "request refused",
};

/** "3 × no answer in time, 1 × rate limit", the most frequent first. */
const failureText = (failures: Failures): string =>
  Object.entries(failures)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} × ${KINDS[kind] ?? kind}`)
    .join(", ");

function costText({ usd, requests, promptTokens, completionTokens }: Usage["totals"], quote: Quote | undefined) {
  const tokens = (promptTokens + completionTokens).toLocaleString("en-US");
  const soFar = usd === 0 && requests > 0 ? `no price, ${tokens} tokens` : dollars(usd);
  if (quote === undefined) return soFar;
  const { low, high } = quote.usd;
  return `${soFar} so far; the quote was ${high === undefined ? `at least ${dollars(low)}` : `${dollars(low)} to ${dollars(high)}`}`;
}

const dollars = (usd: number): string => `$${usd.toFixed(usd !== 0 && usd < 0.1 ? 4 : 2)}`;
