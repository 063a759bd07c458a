import { type AskedOf, budgetedMicroUsd, mergeEntries, paidAnswers } from "@medhelm/core/money/paid-answers";
import { monthOf, RunLedgerEntry, runLedgerEntryName } from "@medhelm/core/money/ledger-entry";
import { updateJson } from "@medhelm/core/store/update-json";
import { limitMicroUsdOf } from "@medhelm/core/money/budget-file";
import { slicedBudget } from "@medhelm/core/money/sliced-budget";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import type { Payer, StoredAnswer } from "@medhelm/core/run/asking/answers";
import { PendingAnswers } from "@medhelm/core/run/asking/pending";
import { type Budget, createBudget } from "@medhelm/core/money/budget";
import { recordUsage } from "../index/record-usage.ts";
import type { MachineMeter } from "./machine-meter.ts";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";

/** How often a running worker writes the ledger. A killed worker's last answers are added when the run resumes or is given up. */
const CHECKPOINT_MS = 15_000;

export interface LedgerPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Clock;
  readonly submission: string;
  /** names the worker, for a person who reads budget.json */
  readonly holder: string;
  /** Names the slices of the budget that are this worker's and its predecessors'. Absent: the run. */
  readonly slicesOf?: string;
  /** Present in a GPU job: when its machine time is refused, the worker sends no more requests. */
  readonly machine?: Pick<MachineMeter, "refused">;
}

/**
 * Refuses each request of a run that is given up. The first one fails the run with the reason, after its stored answers are charged; a run
 * whose answers are all stored is completed. `reason`: absent in a job that may send requests.
 */
export const refusingAll = (reason: string | undefined): Pick<LedgerPorts, "machine"> =>
  reason === undefined ? {} : { machine: { refused: () => new RunStopped("given_up", reason) } };

/** Opens the ledgers of a submission's runs in this process; `medhelm run` has none. */
export interface SubmissionLedger {
  /** Returns the same ledger for a run until it is closed. Only the holder of the run's lease may call it. */
  of(suite: string, run: string): Promise<RunLedger>;
}

/** Asks a model; the outcome is durable when the promise resolves. */
type AskOf<D extends { keyOf(request: Request): string }> = (
  deployment: D,
  request: Request,
  signal: AbortSignal,
) => Promise<Outcome>;

/** The money of one run: its budget, its charges and its ledger entry. */
export interface RunLedger {
  readonly budget: Budget;
  readonly payer: Payer;
  charge(of: AskedOf, requestKey: string, answer: StoredAnswer): void;
  /** During a replay no request is sent. */
  readonly isReplaying: () => boolean;
  /** Wraps `ask`: during a replay, a missing answer becomes a failure that is not recorded. */
  replayable<D extends { keyOf(request: Request): string }>(ask: AskOf<D>): AskOf<D>;
  /** Before the first request: settles a killed worker's slice. `walk` replays the stored answers, which shows the paid ones. */
  reconcile(walk: () => Promise<void>): Promise<void>;
  /** Writes the ledger entry, or completes it. It must precede the run's last file: a worker that finds that file does not count again. */
  checkpoint(): Promise<void>;
  /** For a run whose files and ledger entry are complete: settles the slices that a killed worker left open. Never throws. */
  settleSealed(): Promise<void>;
  /** Every request is answered: no worker will take this run again. */
  markComplete(): void;
  /**
   * For a failed run, before the failure is recorded: adds the answers that earlier workers paid for, and writes the ledger entry.
   * @throws Error of the store or the index: the run is not over, and the next worker repeats both
   */
  settleFailed(
    reason: unknown,
    earlier: { readonly isResumed: boolean; readonly signal: AbortSignal },
    walk: () => Promise<void>,
  ): Promise<void>;
  /** Writes the entry and settles the slice. Never throws: the next worker repeats what failed. */
  close(): Promise<void>;
}

/** Creates the ledgers of one submission's runs. Calls for the same open run share one ledger. */
export function submissionLedger(ports: LedgerPorts): SubmissionLedger {
  const open = new Map<string, Promise<RunLedger>>();
  return {
    of(suite, run) {
      const id = `${suite}\n${run}`;
      const there = open.get(id) ?? openRunLedger(ports, suite, run, () => open.delete(id));
      open.set(id, there);
      return there;
    },
  };
}

/** The replay meets the fault of the run itself again. */
function unlessUserError(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}

async function openRunLedger(
  { objects, index, clock, submission: id, holder, slicesOf, machine }: LedgerPorts,
  suite: string,
  run: string,
  forget: () => void,
): Promise<RunLedger> {
  const submission = await getJson(objects, keys.submission(id), StoredSubmission);
  if (submission === undefined) throw new UserError(`there is no submission ${id}`);
  const { owner, createdAt } = submission;
  const limitMicroUsd = limitMicroUsdOf(submission);
  const month = monthOf(createdAt);
  const entryKey = keys.ledgerEntry(owner, month, runLedgerEntryName(id, run));
  const payer: Payer = { submission: id, suite, run };
  const sliced =
    limitMicroUsd === undefined
      ? undefined
      : slicedBudget({
          objects,
          key: keys.submissionBudget(id),
          run: slicesOf ?? run,
          limitMicroUsd,
          sliceId: clock.randomUuid(),
          holder,
        });
  const inner: Budget = sliced ?? createBudget();
  const paid = paidAnswers(payer);
  let isReplaying = false;
  let isOver = false;
  let recordedMs = clock.monotonicMs();
  let writing: Promise<unknown> = Promise.resolve();

  const record = async (): Promise<void> => {
    recordedMs = clock.monotonicMs();
    const lines = paid.lines();
    if (lines.length === 0) return;
    const entry: RunLedgerEntry = { formatVersion: 1, kind: "run", owner, month, submission: id, suite, run, lines };
    const stored = await updateJson(objects, entryKey, RunLedgerEntry, (there) => mergeEntries(there, entry));
    await recordUsage(index, submission, stored ?? entry);
  };
  const reserve: Budget["reserve"] = async (microUsd) => {
    if (isReplaying) return undefined;
    const refused = machine?.refused();
    if (refused !== undefined) throw refused;
    return inner.reserve(microUsd);
  };
  const replay = async (walk: () => Promise<void>): Promise<void> => {
    isReplaying = true;
    try {
      await walk();
    } finally {
      isReplaying = false;
    }
  };

  return {
    payer,
    budget: { ...inner, reserve },
    isReplaying: () => isReplaying,
    charge(of, requestKey, answer) {
      paid.add(of, requestKey, answer);
      if (clock.monotonicMs() - recordedMs < CHECKPOINT_MS) return;
      recordedMs = clock.monotonicMs();
      writing = writing.then(record).catch(() => undefined); // the next checkpoint reports a lasting error
    },
    replayable: (ask) => async (deployment, asked, signal) => {
      try {
        return await ask(deployment, asked, signal);
      } catch (error) {
        if (!isReplaying || !(error instanceof RunStopped || error instanceof PendingAnswers)) throw error;
        const failure = { reason: "connection", message: "it was never answered", isRetriable: false } as const;
        return { kind: "failure", failure, attempts: 0, requestKey: deployment.keyOf(asked) };
      }
    },
    async reconcile(walk) {
      if (sliced === undefined || !(await sliced.hasOpenSlices())) return;
      await replay(walk);
      await sliced.reconcile(budgetedMicroUsd(paid.lines()));
    },
    async checkpoint() {
      await writing;
      await record();
    },
    async settleSealed() {
      forget();
      // An error here does not fail a sealed run: the open slices only count as spent for longer.
      await record().catch(() => undefined); // the canary request of a run that was complete before
      const entry = await getJson(objects, entryKey, RunLedgerEntry).catch(() => undefined);
      if (entry !== undefined) await recordUsage(index, submission, entry).catch(() => undefined);
      if (sliced === undefined) return;
      await sliced.reconcile(entry === undefined ? 0 : budgetedMicroUsd(entry.lines)).catch(() => undefined);
    },
    markComplete() {
      isOver = true;
    },
    async settleFailed(reason, { isResumed, signal }, walk) {
      if (!(reason instanceof UserError) || signal.aborted) return;
      if (isResumed) await replay(walk).catch(unlessUserError);
      await writing;
      await record();
      isOver = true;
    },
    async close() {
      forget();
      await writing;
      // close() also runs after an error, and its own error must not replace that one.
      await record().catch(() => undefined);
      await sliced?.settle(isOver).catch(() => undefined);
    },
  };
}
