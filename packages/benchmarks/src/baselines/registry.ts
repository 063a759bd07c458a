import { nearNames } from "@medhelm/core/text/near-names";
import type { Price } from "@medhelm/core/models/deployment";
import type { ModelClient } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { firstOption, leadSentences, lexicalRetrieval, longestOption } from "./candidates.ts";
import { pureClient } from "./client.ts";
import { lexicalJudge, wordPairsJudge } from "./lexical-judge.ts";
import type { Simulated } from "./simulated.ts";

/** A model that runs in this process. Its description says that it is not a language model. */
export interface BuiltinModel {
  /** The name of both the model and the deployment: "baseline/first-option". */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly role: "candidate" | "judge";
  readonly client: ModelClient;
  /** A price for the tables of the demo. Nobody pays it: quotes, budgets and bills take built-in models as free. */
  readonly inventedPrice?: Price;
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

/** The simulated models know the questions of the demo, which a run of another model does not load. */
const answerOf = (model: Simulated) => async (prompt: string) =>
  (await import("./simulated.ts")).simulate(model)(prompt);

const simulated = (
  letter: string,
  { price: [input, output], ...behaviour }: Omit<Simulated, "name"> & { readonly price: readonly [number, number] },
): BuiltinModel => ({
  name: `baseline/simulated-${letter}`,
  displayName: `Simulated ${letter.toUpperCase()} (not a language model)`,
  description: `Knows the answers of the invented demo and gives about ${Math.round(behaviour.skill * 100)} % of them${behaviour.thinks === true ? ", after its thoughts" : ""}${behaviour.refuses === true ? "; refuses one question in ten" : ""}. Its price is invented, too. It shows how a leaderboard looks.`,
  role: "candidate",
  client: pureClient(`simulated-${letter}`, 2, answerOf({ name: letter, ...behaviour }), { countsTokens: true }),
  inventedPrice: { inputUsdPerMillion: input, outputUsdPerMillion: output },
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
  simulated("a", { skill: 0.92, price: [2, 8] }),
  simulated("b", { skill: 0.92, thinks: true, price: [10, 40] }),
  simulated("c", { skill: 0.8, refuses: true, price: [0.8, 3] }),
  simulated("d", { skill: 0.65, price: [0.4, 1.6] }),
  simulated("e", { skill: 0.65, thinks: true, price: [3, 12] }),
  simulated("f", { skill: 0.4, price: [0.1, 0.4] }),
  {
    name: "judge/lexical",
    displayName: "Stand-in judge: word overlap (not a language model)",
    description: "Scores an answer by the words that it shares with the reference. It makes no clinical judgement.",
    role: "judge",
    client: pureClient("lexical-judge", 1, lexicalJudge),
  },
  {
    name: "judge/word-pairs",
    displayName: "Stand-in judge: pairs of words (not a language model)",
    description:
      "Scores an answer by the pairs of neighbouring words that it shares with the reference, so it is stricter than word overlap. It makes no clinical judgement.",
    role: "judge",
    client: pureClient("word-pairs-judge", 1, wordPairsJudge),
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
