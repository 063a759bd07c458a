import { answerScope } from "@medhelm/core/run/asking/answer-scope";
import type { PoolModel, Shard } from "@medhelm/core/pools/shard";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import type { Request } from "@medhelm/core/helm/scenario-state";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { submissionLedger } from "../money/submission-ledger.ts";
import { durableAsk, knownFailures } from "../work/answers/durable-ask.ts";
import type { WorkerPorts } from "../work/ports.ts";
import type { SegmentWriter } from "./answer-segments.ts";
import { askAll } from "./ask-all.ts";
import type { SegmentPlace } from "./segment-place.ts";

export interface ShardPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Clock;
  /** Names the worker, for a person who reads budget.json. */
  readonly name: string;
  readonly open: WorkerPorts["open"];
  /** Where `open` stores the answers of a shard. */
  readonly segments: (place: SegmentPlace) => SegmentWriter;
}

/** done: each request has an answer in a segment or a recorded failure. left: some were not sent. otherSettings: this worker's settings give other request keys. */
export type ShardResult = "done" | "left" | "otherSettings";

/**
 * Asks the requests of a shard that have no answer. `leave`: sends no further request when it aborts, and waits for those in flight.
 * @throws RunStopped if the deployment cannot answer the run
 * @throws the signal's reason on abort, after the answers so far are durable
 */
export async function workShard(
  ports: ShardPorts,
  { of, entry, requests, identifies }: Shard,
  { signal, leave }: { readonly signal: AbortSignal; readonly leave: AbortSignal },
): Promise<ShardResult> {
  const { objects, index, clock, name: holder } = ports;
  const { owner, submission, suite, run, benchmark, access, deployment, role, settings, protocol, served } = of;
  const scope = answerScope(access, owner);
  const segments = ports.segments({ scope, deployment, benchmark });
  await segments.refresh(); // another worker may have answered requests of this lane
  const ledger = submissionLedger({ objects, index, clock, submission, holder, slicesOf: `${run} ${entry}` });
  const opening = await ports.open(deployment, of.model, {
    role,
    benchmark,
    access,
    run,
    suite,
    owner,
    ledger,
    ...(identifies === true ? { canary: submission } : { identified: served ?? {} }),
    signal,
    ...(settings === undefined ? {} : { settings }),
    ...(protocol === undefined ? {} : { protocol }),
  });
  const model = await opening.identify();
  if (identifies === true) {
    await (await ledger.of(suite, run)).close();
    const { model: found = {}, notices = [] } = model.identified ?? {};
    const poolModel: PoolModel = { formatVersion: 1, submission, model: found, notices: [...notices] };
    await putJson(objects, keys.poolModel(suite, run, deployment), poolModel);
    return "done";
  }
  const [first] = requests;
  if (first !== undefined && model.keyOf(first.request, first.fresh) !== first.key) return "otherSettings";
  const runLedger = await ledger.of(suite, run);
  const failures = await knownFailures(objects, suite, run, "none");
  const askOf = (fresh: string | undefined) =>
    runLedger.replayable(durableAsk(objects, { suite, run, fresh }, failures));
  const asks = new Map<string | undefined, ReturnType<typeof askOf>>();
  const ask = (request: Request, fresh: string | undefined) => {
    const one = asks.get(fresh) ?? askOf(fresh);
    asks.set(fresh, one);
    return one(model, request, signal);
  };
  const asking = askAll(requests, {
    ask: ({ request, fresh }) => ask(request, fresh),
    segments,
    concurrency: model.concurrency,
    isLeft: () => signal.aborted || leave.aborted,
  });
  const stop = (): void => void segments.flush();
  signal.addEventListener("abort", stop, { once: true });
  let isComplete = false;
  const walk = async (): Promise<void> => {
    isComplete = await asking();
    signal.throwIfAborted();
  };
  try {
    await runLedger.reconcile(walk);
    await walk();
    await runLedger.checkpoint();
    if (isComplete) runLedger.markComplete();
  } finally {
    signal.removeEventListener("abort", stop);
    await segments.flush();
    await runLedger.close();
  }
  signal.throwIfAborted();
  return isComplete ? "done" : "left";
}
