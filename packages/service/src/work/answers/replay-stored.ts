import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { REQUESTS_A_TURN, turns } from "@medhelm/core/run/turns";
import type { Annotate } from "./annotate.ts";
import { workBounded } from "../../concurrency/map-bounded.ts";
import type { WorkRequest } from "../ports.ts";
import { addSolved, type Solve } from "./solver.ts";

/** Reads every stored answer and verdict, so that the account counts them. `solve` must not send any request. */
export async function replayStored(
  states: Iterable<RequestState>,
  by: {
    readonly solve: Solve;
    readonly annotate: Annotate;
    readonly request: Pick<WorkRequest, "concurrency">;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const turn = turns(REQUESTS_A_TURN);
  await workBounded(states, by.request.concurrency, async (state) => {
    by.signal.throwIfAborted();
    await turn();
    const solved = await by.solve(state, by.signal);
    if (solved.outcome.kind === "answer") await by.annotate(addSolved(state, solved), by.signal);
  });
}
