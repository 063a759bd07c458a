import type { Compute, Index, Queue } from "@medhelm/core/ports";
import { DispatchMessage } from "@medhelm/core/submission";
import { dueWork } from "@medhelm/service/index/open-work";
import { sweep } from "@medhelm/service/sweep/sweep";
import { SWEEP_S } from "./assumptions.ts";
import { addIndexRequests, addRequests, type Bill } from "./bill.ts";
import { type CountedIndex, minusIndex } from "./counted-index.ts";
import { type CountedStore, minus, totalOf } from "./counted-store.ts";
import type { MeasuredCall } from "./measured-call.ts";
import { payCall } from "./pay-call.ts";
import type { SimulatedClock } from "./simulated-clock.ts";
import { addUsed, newMean, scaledUsed } from "./used.ts";

interface SweepPorts {
  readonly store: CountedStore;
  readonly index: CountedIndex;
  /** the same index without simulated time and without a bill */
  readonly plainIndex: Index;
  readonly clock: SimulatedClock;
  readonly compute: Compute;
  readonly bill: Bill;
  /** a queue of which nobody reads */
  readonly ignored: Queue;
  readonly measured: MeasuredCall;
  /** How many submissions are open, and how many of them the store has. */
  openSubmissions(): { readonly all: number; readonly stored: number };
  dispatchAll(messages: readonly DispatchMessage[], nowMs: number): Promise<void>;
}

export interface SweepCounts {
  readonly count: number;
  readonly run: number;
  readonly mostRequests: number;
}

interface SimulatedSweep {
  readonly counts: SweepCounts;
  /** Sweeps, and bills the turns since the last one. `skipped`: the turns that are not run */
  sweepOnce(nowMs: number, skipped: number): Promise<void>;
}

/** The sweep reads a submission again after at most this many turns (PACE of service/sweep/sweep.ts). */
const PACE_TURNS = 3;
/** The most submissions that a sweep reads (service/sweep/sweep.ts). */
const MAX_SWEPT = 200;

export function simulatedSweep(ports: SweepPorts): SimulatedSweep {
  const { store, index, plainIndex, clock, compute, bill, ignored, measured, openSubmissions, dispatchAll } = ports;
  const counts = { count: 0, run: 0, mostRequests: 0 };
  /** Not billed yet. */
  const measuredSweep = async (nowMs: number) => {
    const sent: DispatchMessage[] = [];
    const collect = {
      ...ignored,
      send: async (body: string) => void sent.push(DispatchMessage.parse(JSON.parse(body))),
    };
    const { used } = await measured(nowMs, () =>
      sweep({
        objects: store,
        index,
        dispatchQueue: collect,
        aggregateQueue: ignored,
        releaseQueue: ignored,
        clock,
        compute,
        report: (error) => {
          throw error;
        },
      }),
    );
    counts.run++;
    counts.mostRequests = Math.max(counts.mostRequests, totalOf(used.s3));
    return { used, sent };
  };
  const isDue = async (nowMs: number): Promise<boolean> => (await dueWork(plainIndex, nowMs, 1)).length > 0;
  /**
   * Sweeps until it has read all that happened since the last turn, and charges that one time. The turns between have no news: their
   * cost is the mean of the next ones without news, over one pace of the sweep.
   */
  const sweepOnce = async (nowMs: number, skipped: number): Promise<void> => {
    let quietTurns = skipped + 1;
    for (let hasNews = true; hasNews; hasNews = skipped > 0 && (await isDue(nowMs))) {
      const { used, sent } = await measuredSweep(nowMs);
      payCall(bill, "sweep", used, allForEachStored(Number.POSITIVE_INFINITY));
      quietTurns--;
      await redeliver(sent, 0, nowMs);
    }
    counts.count += 1 + skipped;
    if (quietTurns <= 0) return;
    const all = { ...newMean(), sent: 0 };
    let last: readonly DispatchMessage[] = [];
    for (let turn = 1; turn <= PACE_TURNS; turn++) {
      const { used, sent } = await measuredSweep(nowMs + turn * SWEEP_S * 1000);
      addUsed(all, used);
      all.sent += sent.length;
      if (sent.length > 0) last = sent;
    }
    const others = allForEachStored(MAX_SWEPT * PACE_TURNS);
    payCall(bill, "sweep", scaledUsed(all, 1 / PACE_TURNS), quietTurns * others);
    await redeliver(last, (all.sent / PACE_TURNS) * quietTurns * others, nowMs);
  };
  /** How many open submissions one stored one represents. `atMost`: that are read. */
  const allForEachStored = (atMost: number): number => {
    const open = openSubmissions();
    return open.stored === 0 ? 1 : Math.max(1, Math.min(open.all, atMost) / open.stored);
  };
  /** The messages that this sweep sent again, and those of the sweeps that were not run. */
  const redeliver = async (sent: readonly DispatchMessage[], others: number, nowMs: number): Promise<void> => {
    const before = { s3: { ...bill.s3.dispatch }, index: { ...bill.index.dispatch } };
    const lambda = { ...bill.lambda };
    await dispatchAll(sent, nowMs);
    const rest = sent.length === 0 ? 0 : others / sent.length;
    addRequests(bill.s3.dispatch, minus(bill.s3.dispatch, before.s3), rest);
    addIndexRequests(bill.index.dispatch, minusIndex(bill.index.dispatch, before.index), rest);
    bill.lambda.invocations += (bill.lambda.invocations - lambda.invocations) * rest;
    bill.lambda.gbSeconds += (bill.lambda.gbSeconds - lambda.gbSeconds) * rest;
    const all = sent.length + others;
    bill.sqs.send += all;
    bill.sqs.receive += all / 10;
    bill.sqs.delete += all / 10;
  };
  return { counts, sweepOnce };
}
