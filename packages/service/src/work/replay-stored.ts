import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { turns } from "@medhelm/core/run/turns";
import type { Annotate } from "./annotate.ts";
import type { DurableAsk } from "./durable-ask.ts";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { OpenDeployment, WorkRequest } from "./ports.ts";
import { addResult } from "./add-result.ts";

/** Reads every stored answer and verdict, so that the account counts them. `ask` must not send any request. */
export async function replayStored(
  states: Iterable<RequestState>,
  by: {
    readonly candidate: OpenDeployment;
    readonly ask: DurableAsk;
    readonly annotate: Annotate;
    readonly request: Pick<WorkRequest, "concurrency">;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const turn = turns(128);
  await mapBounded(states, by.request.concurrency, async (state) => {
    by.signal.throwIfAborted();
    await turn();
    const outcome = await by.ask(by.candidate, state.request, by.signal);
    if (outcome.kind === "answer") await by.annotate(addResult(state, outcome), by.signal);
  });
}
