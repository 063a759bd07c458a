import { nearNames } from "@medhelm/core/text/near-names";
import type { ModelClient } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { firstOption, leadSentences, lexicalRetrieval, longestOption } from "./candidates.ts";
import { pureClient } from "./client.ts";
import { lexicalJudge } from "./lexical-judge.ts";
import { type Simulated, simulate } from "./simulated.ts";

/** A model that runs in this process. Its description says that it is not a language model. */
export interface BuiltinModel {
  /** The name of both the model and the deployment: "baseline/first-option". */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly role: "candidate" | "judge";
  readonly client: ModelClient;
}

const candidate = (
  short: string,
  what: string,
  description: string,
  answer: (prompt: string) => string,
): BuiltinModel => ({
  name: `baseline/${short}`,
  displayName: `Baseline: ${what} (not a language model)`,
  description,
  role: "candidate",
  client: pureClient(short, 1, answer),
});

const simulated = (letter: string, behaviour: Omit<Simulated, "name">): BuiltinModel => ({
  name: `baseline/simulated-${letter}`,
  displayName: `Simulated ${letter.toUpperCase()} (not a language model)`,
  description: `Knows the answers of the invented demo and gives about ${Math.round(behaviour.skill * 100)} % of them${behaviour.thinks === true ? ", after its thoughts" : ""}${behaviour.refuses === true ? "; refuses one question in ten" : ""}. It shows how a leaderboard looks.`,
  role: "candidate",
  client: pureClient(`simulated-${letter}`, 1, simulate({ name: letter, ...behaviour })),
});

export const builtinModels: readonly BuiltinModel[] = [
  candidate(
    "first-option",
    "first option",
    "Always chooses the first option. For open tasks it returns the first sentence of the source.",
    firstOption,
  ),
  candidate(
    "longest-option",
    "longest option",
    "Always chooses the longest option. For open tasks it returns the longest sentence of the source.",
    longestOption,
  ),
  candidate(
    "lexical-retrieval",
    "lexical retrieval",
    "Chooses the option that shares the most words with the question. For open tasks it returns the three sentences of the source that share the most words.",
    lexicalRetrieval,
  ),
  candidate(
    "lead-sentences",
    "lead sentences",
    "Returns the first three sentences of the source. With options, it chooses the one that shares the most words with the question's first sentence.",
    leadSentences,
  ),
  // two pairs of equal skill, so that the demo has ties
  simulated("a", { skill: 0.92 }),
  simulated("b", { skill: 0.92, thinks: true }),
  simulated("c", { skill: 0.8, refuses: true }),
  simulated("d", { skill: 0.65 }),
  simulated("e", { skill: 0.65, thinks: true }),
  simulated("f", { skill: 0.4 }),
  {
    name: "judge/lexical",
    displayName: "Stand-in judge: word overlap (not a language model)",
    description: "Scores an answer by the words that it shares with the reference. It makes no clinical judgement.",
    role: "judge",
    client: pureClient("lexical-judge", 1, lexicalJudge),
  },
];

/**
 * Finds the built-in model of a deployment name.
 * @throws UserError that lists similar names if there is no such model
 */
export function builtinModel(deployment: string): BuiltinModel {
  const found = builtinModels.find(({ name }) => name === deployment);
  if (found !== undefined) return found;
  const known = builtinModels.map(({ name }) => name);
  const near = nearNames(deployment, known);
  throw new UserError(
    `unknown built-in model "${deployment}"; ${near.length > 0 ? `did you mean ${near.join(" or ")}?` : `the known ones are ${known.join(", ")}`}`,
  );
}
