import { z } from "zod";
import type { Message } from "../helm/instance.ts";
import type { Value } from "./reading/json-objects.ts";
import { ownVerdict, refuse, type VerdictReading, verdictKeyOf } from "./reading/own-verdict.ts";

/** Settings of a jury that grades by the items of the instance's own rubric (HealthBench). */
export interface ItemGrading {
  /** A second template with {QUESTION}, {RESPONSE} and {GOLD_RESPONSE}: it asks for a comparison with a physician's answer, 1 to 10. */
  readonly comparison?: string;
}

/** One item of extra_data.rubrics. HealthBench's two releases use different keys for the criterion. */
const Item = z
  .looseObject({
    criterion: z.string().optional(),
    criterion_text: z.string().optional(),
    points: z.number(),
    tags: z.array(z.string()).default([]),
  })
  .transform(({ criterion, criterion_text: text, points, tags }) => ({
    criterion: criterion ?? text ?? "",
    points,
    tags,
  }));
export type RubricItem = z.infer<typeof Item>;

/** The example data that HELM's scenarios keep for judges and metric. */
export const ExampleRubric = z.object({
  rubrics: z.array(Item),
  example_tags: z.array(z.string()).default([]),
  physician_response: z.string().optional(),
});
export type ExampleRubric = z.infer<typeof ExampleRubric>;

/** The key of a grader's verdict. */
export const MET = "criteria_met";
export const ITEM_CRITERIA = { explanation: [], criteria_met: [] };
/** A verdict's score keys are "item 1", "item 2", ... (1 if met) and this one. */
export const COMPARISON = "comparison";

/** Prints a conversation like its authors (simple-evals healthbench_eval.py); the answer becomes its last message. */
export const conversationText = (messages: readonly Message[]): string =>
  messages.map(({ role, content }) => `${role}: ${content}`).join("\n\n");

/** Prints an item like its authors; judges see the points. */
export const itemText = ({ points, criterion }: RubricItem): string => `[${points}] ${criterion}`;

export interface ItemReply<T> {
  readonly value: T;
  readonly explanation: string;
  /** the parser had to remove text around the JSON or repair it */
  readonly isRepaired: boolean;
  /** the key of the request, if the verdict has one (quoted-verdict.ts) */
  readonly verdictKey?: string;
}

/** Parses a grader's reply; `unreadable` is one clause for a person. */
type ReadReply<T> = (reply: string) => { readonly value: ItemReply<T> } | { readonly unreadable: string };

/** Reads `criteria_met`, exactly true or false, from the JSON object that the reply states as its own. */
export const metReading = (reply: string): VerdictReading<ItemReply<boolean>> =>
  itemReading(reply, (met) => (typeof met === "boolean" ? met : undefined), "true or false");

/** Returns what metReading() reads, without its steps. */
export const readMet: ReadReply<boolean> = (reply) => withoutSteps(metReading(reply));

/** Reads the comparison's rating from 1 to 10; HELM uses the key `criteria_met` for it too. */
export const comparisonReading = (reply: string): VerdictReading<ItemReply<number>> =>
  itemReading(
    reply,
    (score) => (typeof score === "number" && score >= 1 && score <= 10 ? score : undefined),
    "1 to 10",
  );

const withoutSteps = <T>(reading: VerdictReading<ItemReply<T>>): ReturnType<ReadReply<T>> =>
  reading.kind === "read" ? { value: reading.value } : { unreadable: reading.clause };

function itemReading<T>(
  reply: string,
  read: (met: Value) => T | undefined,
  expected: string,
): VerdictReading<ItemReply<T>> {
  const verdict = ownVerdict(reply, [MET], "strict");
  if (verdict.kind === "unread") return verdict;
  const { members, isRepaired } = verdict.value;
  const found = verdict.steps.at(-1)?.at ?? [];
  const value = read(members.get(MET));
  if (value === undefined) {
    const clause = `${MET} is not ${expected}`;
    return refuse(verdict.steps, { step: "found no score", at: found, what: clause }, clause);
  }
  const explanation = members.get("explanation");
  return {
    kind: "read",
    value: {
      value,
      explanation: typeof explanation === "string" ? explanation : "",
      isRepaired,
      ...verdictKeyOf(verdict.value),
    },
    steps: [...verdict.steps, { step: "read", at: found, what: String(value) }],
  };
}
