import { mergeEntries, type AskedOf, paidAnswers } from "@medhelm/core/money/paid-answers";
import { entryMicroUsd, monthOf, RunLedgerEntry, runLedgerEntryName } from "@medhelm/core/money/ledger-entry";
import { updateJson } from "@medhelm/core/store/update-json";
import { slicedBudget } from "@medhelm/core/money/sliced-budget";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { Outcome } from "@medhelm/core/run/ask";
import type { Payer, StoredAnswer } from "@medhelm/core/run/answers";
import { PendingAnswers } from "@medhelm/core/run/pending";
import { type Budget, createBudget } from "@medhelm/core/run/budget";
import type { MachineMeter } from "./machine-meter.ts";
import { RunStopped } from "@medhelm/core/run/run-stopped";
import { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";

/** How often the ledger is written while a run goes on: what a kill may leave out of it until the run is taken up again. */
const CHECKPOINT_MS = 15_000;

export interface AccountPorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly submission: string;
  /** for a person who looks into budget.json */
  readonly holder: string;
  /** of a job with GPUs: once its time is refused nothing more is asked */
  readonly machine?: Pick<MachineMeter, "refused">;
}

/** Who pays for the runs of one submission in this process; medhelm run has none. */
export interface SubmissionAccount {
  /** Once a run until it is closed. Only for who holds the run's lease. */
  of(suite: string, run: string): Promise<RunAccount>;
}

/** As a worker asks: an outcome is durable once it is given. */
type AskOf<D extends { keyOf(request: Request): string }> = (
  deployment: D,
  request: Request,
  signal: AbortSignal,
) => Promise<Outcome>;

/** The money of one run: what it may spend, and what it has paid for. */
export interface RunAccount {
  readonly budget: Budget;
  readonly payer: Payer;
  used(of: AskedOf, requestKey: string, answer: StoredAnswer): void;
  /** While stored answers alone are walked through, what is not stored is a failure that nobody records. */
  replayable<D extends { keyOf(request: Request): string }>(ask: AskOf<D>): AskOf<D>;
  /** Before the first request: what a killed worker set aside is free again but for what `walk` finds paid. */
  resume(walk: () => Promise<void>): Promise<void>;
  /** Puts the ledger's entry, or makes it fuller: before the run's last file, for whoever finds that one does not count again. */
  record(): Promise<void>;
  /** The run's last file is there, and so is the ledger's entry: what a killed worker left open is settled by it. Never throws. */
  found(): Promise<void>;
  /** Everything is answered: no worker comes to this run again. */
  complete(): void;
  /** What earlier workers paid for, and a run that failed for good has not come to, is owed as well. Never throws. */
  failed(
    reason: unknown,
    earlier: { readonly isResumed: boolean; readonly signal: AbortSignal },
    walk: () => Promise<void>,
  ): Promise<void>;
  /** Never throws: the next worker, or the entry before, has it. */
  close(): Promise<void>;
}

/** Of a worker that keeps no accounts. */
export const noAccount: Pick<
  RunAccount,
  "replayable" | "resume" | "record" | "found" | "complete" | "failed" | "close"
> = {
  replayable: (ask) => ask,
  resume: async () => undefined,
  record: async () => undefined,
  found: async () => undefined,
  complete: () => undefined,
  failed: async () => undefined,
  close: async () => undefined,
};

export function submissionAccount(ports: AccountPorts): SubmissionAccount {
  const open = new Map<string, Promise<RunAccount>>();
  return {
    of(suite, run) {
      const id = `${suite}\n${run}`;
      const there = open.get(id) ?? openRunAccount(ports, suite, run, () => open.delete(id));
      open.set(id, there);
      return there;
    },
  };
}

async function openRunAccount(
  { objects, clock, submission: id, holder, machine }: AccountPorts,
  suite: string,
  run: string,
  forget: () => void,
): Promise<RunAccount> {
  const submission = await getJson(objects, keys.submission(id), StoredSubmission);
  if (submission === undefined) throw new UserError(`submission ${id} is not there`);
  const { owner, createdAt, request, limitUsd: maxUsd = request.budgetUsd } = submission;
  const month = monthOf(createdAt);
  const entryKey = keys.ledgerEntry(owner, month, runLedgerEntryName(id, run));
  const payer: Payer = { submission: id, suite, run };
  const sliced =
    maxUsd === undefined
      ? undefined
      : slicedBudget({ objects, submission: id, run, maxUsd, sliceId: clock.randomUuid(), holder });
  const inner: Budget = sliced ?? createBudget();
  const paid = paidAnswers(payer);
  let isReplaying = false;
  let isOver = false;
  let recordedMs = clock.monotonicMs();
  let writing: Promise<unknown> = Promise.resolve();

  const record = (): Promise<unknown> => {
    recordedMs = clock.monotonicMs();
    const lines = paid.lines();
    if (lines.length === 0) return Promise.resolve();
    const entry: RunLedgerEntry = { formatVersion: 1, kind: "run", owner, month, submission: id, suite, run, lines };
    return updateJson(objects, entryKey, RunLedgerEntry, (there) => mergeEntries(there, entry));
  };
  const reserve: Budget["reserve"] = async (usd) => {
    if (isReplaying) return undefined;
    const refused = machine?.refused();
    if (refused !== undefined) throw refused;
    return inner.reserve(usd);
  };
  const replayable = async (walk: () => Promise<void>): Promise<void> => {
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
    used(of, requestKey, answer) {
      paid.add(of, requestKey, answer);
      if (clock.monotonicMs() - recordedMs < CHECKPOINT_MS) return;
      recordedMs = clock.monotonicMs();
      writing = writing.then(record).catch(() => undefined); // the next one tells
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
    async resume(walk) {
      if (sliced === undefined || !(await sliced.isInDoubt())) return;
      await replayable(walk);
      await sliced.reconcile(paid.microUsd());
    },
    async record() {
      await writing;
      await record();
    },
    async found() {
      forget();
      if (sliced === undefined) return;
      const entry = await getJson(objects, entryKey, RunLedgerEntry).catch(() => undefined);
      await sliced.reconcile(entry === undefined ? 0 : entryMicroUsd(entry)).catch(() => undefined);
    },
    complete() {
      isOver = true;
    },
    async failed(reason, { isResumed, signal }, walk) {
      isOver = reason instanceof UserError && !signal.aborted;
      if (isOver && isResumed) await replayable(walk).catch(() => undefined);
    },
    async close() {
      forget();
      await writing;
      await record().catch(() => undefined);
      await sliced?.settle(isOver).catch(() => undefined);
    },
  };
}
