import { answerScope } from "@medhelm/core/run/asking/answer-scope";
import type { ShardOf } from "@medhelm/core/pools/shard";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { submissionLedger } from "../money/submission-ledger.ts";
import { segmentAnswers } from "./answer-segments.ts";

/** Charges all answers that a run has paid for in a pool. No job continues a cancelled run, so nobody else adds them up. */
export async function settlePaid(
  {
    objects,
    index,
    clock,
    name: holder,
  }: { readonly objects: ObjectStore; readonly index: Index; readonly clock: Clock; readonly name: string },
  { owner, submission, suite, run, access, benchmark, deployment, model, role }: ShardOf,
): Promise<void> {
  const ledger = await submissionLedger({ objects, index, clock, submission, holder }).of(suite, run);
  const folder = keys.answerSegments(answerScope(access, owner), deployment, benchmark);
  for await (const [requestKey, answer] of segmentAnswers(objects, folder))
    ledger.charge({ role, deployment, model }, requestKey, answer);
  await ledger.close();
}
