import type { Episode, Reaction } from "@medhelm/core/agents/environment";
import type { FhirServer } from "@medhelm/core/agents/fhir-server";
import type { AgentPart } from "../define.ts";
import { actionOf, type Order } from "./actions.ts";
import { TaskFacts } from "./instances.ts";
import { rules } from "./rules.ts";

/** Raise `version` when the reading of replies, the words or the rules change. */
export const environment = (maxSteps: number): AgentPart => ({
  version: 1,
  tools: [],
  maxSteps,
  readsFhir: true,
  open({ extra_data }, fhir) {
    if (fhir === undefined) throw new Error("a task of med_agent_bench needs a FHIR server");
    return episode(TaskFacts.parse(extra_data), fhir);
  },
});

const AGAIN = "If you have all answers and the task is done, end it with FINISH([...]).";

/** A task reads the server and never writes to it: an order is recorded and accepted. A reply that is no action ends the task. */
function episode({ kind, eval_MRN: mrn, sol: solution }: TaskFacts, fhir: FhirServer): Episode {
  const replies: string[] = [];
  const orders: Order[] = [];
  let answer: string | undefined;
  return {
    async react({ text, isCut }): Promise<Reaction> {
      replies.push(text);
      const action = actionOf(text);
      if (action.kind === "get") return readReaction(fhir, action.query);
      if (action.kind === "refused") return refused(action.why, `The request was not sent: ${action.why}.`);
      if (action.kind === "post") {
        orders.push(action.order);
        return says(`The server accepted the request and carried it out. ${AGAIN}`);
      }
      if (action.kind === "finish") {
        answer = action.answer;
        return { results: [], end: { kind: "finished" } };
      }
      const why = isCut ? "the limit of tokens cut the reply" : "the reply is no GET, POST or FINISH";
      return { results: [], invalid: why, end: { kind: "no_action", reason: why } };
    },
    checks: async () =>
      answer === undefined ? [] : ((await rules[kind]?.({ mrn, solution, replies, orders, answer }, fhir)) ?? []),
  };
}

async function readReaction(fhir: FhirServer, query: string): Promise<Reaction> {
  const { status, text } = await fhir.read(query);
  if (status === 200) return says(`The server's reply:\n${text}\n${AGAIN}`);
  return refused(`the server answered HTTP ${status}`, `The server refused the request (HTTP ${status}):\n${text}`);
}

const says = (text: string): Reaction => ({ results: [], says: text });
const refused = (invalid: string, text: string): Reaction => ({ results: [], says: text, invalid });
