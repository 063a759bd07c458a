import type { FhirServer } from "@medhelm/core/agents/fhir-server";
import type { Agent } from "@medhelm/core/agents/environment";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import { UserError } from "@medhelm/core/user-error";
import { addResult } from "./add-result.ts";
import type { DurableAsk } from "./durable-ask.ts";
import type { OpenDeployment } from "../ports.ts";
import { tokensOf } from "./request-tokens.ts";

/** The outcome of an instance, and annotations of the way to it. */
export interface SolvedState {
  readonly outcome: Outcome;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** Gets the candidate's outcome of one instance: by one request, or by several steps of an agent. Its answers are stored before it returns. */
export type Solve = (state: RequestState, signal: AbortSignal) => Promise<SolvedState>;

export interface SolverPorts {
  readonly candidate: OpenDeployment;
  readonly ask: DurableAsk;
  readonly fhir: FhirServer | undefined;
}

/** @throws UserError if the candidate cannot be an agent, or if the server that its tasks read does not answer */
export async function solver(
  agent: Agent | undefined,
  deployment: string,
  { candidate, ask, fhir }: SolverPorts,
): Promise<Solve> {
  if (agent === undefined) return async (state, signal) => ({ outcome: await ask(candidate, state.request, signal) });
  if (candidate.isBuiltin)
    throw new UserError(
      `${deployment} is a built-in rule and takes no steps, which this benchmark needs; choose a language model`,
    );
  if (agent.maxMicroUsd !== undefined && candidate.price === undefined)
    throw new UserError(
      `${deployment} has no price, so max_usd cannot end a task; give the deployment a price, or leave out max_usd`,
    );
  if (agent.readsFhir === true) await requireFhir(fhir);
  const { solveBySteps } = await import("@medhelm/core/agents/solve-by-steps");
  return (state, signal) =>
    solveBySteps(agent, state, {
      ...(fhir === undefined ? {} : { fhir }),
      ask: (request) => ask(candidate, request, signal),
      ...(candidate.price === undefined ? {} : { price: candidate.price }),
      tokensOf: (request, answer) => tokensOf(request, answer, candidate),
    });
}

/** Asks for one record, so that a server which is down stops the run before its first paid request. */
async function requireFhir(fhir: FhirServer | undefined): Promise<void> {
  if (fhir === undefined)
    throw new UserError(
      "the tasks of this benchmark read a FHIR server: give its address with --fhir-server URL (or set MEDHELM_FHIR_SERVER)",
    );
  await fhir.read("Patient?_count=1");
}

/** Adds the result and the annotations to a request state. */
export function addSolved(state: RequestState, { outcome, annotations }: SolvedState): RequestState {
  const answered = addResult(state, outcome);
  return annotations === undefined ? answered : { ...answered, annotations: { ...annotations } };
}
