import { jsonOrUndefined } from "../text/json-or-undefined.ts";
import { type Criteria, isObject } from "./parse-helm.ts";

/** An inclusive range. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}
export interface CriterionScore {
  readonly score: number;
  readonly explanation: string;
}
export type StrictReply =
  | {
      readonly kind: "scored";
      readonly scores: Readonly<Record<string, CriterionScore>>;
      /** the parser had to remove text or add a brace */
      readonly isRepaired: boolean;
    }
  /** `reason` is one clause for a person, without text of the reply. */
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * Parses a judge's reply by the rules of profile `corrected`: one JSON object, bare, in a code fence or in the prompt's tags, with a
 * finite number on the scale for every criterion. Other criteria are ignored. One repair is allowed: the text from the first "{" to the
 * last "}", with or without one added "}".
 */
export function parseStrictReply(reply: string, criteria: Criteria, scale?: Scale): StrictReply {
  const bare = unwrap(reply);
  const direct = jsonOrUndefined(bare);
  const value = direct ?? repair(bare);
  if (!isObject(value)) return { kind: "unreadable", reason: "the reply is no JSON object" };
  const scores: Record<string, CriterionScore> = {};
  for (const name of Object.keys(criteria)) {
    const read = readCriterion(value[name], scale);
    if (typeof read === "string") return { kind: "unreadable", reason: `criterion "${name}" ${read}` };
    scores[name] = read;
  }
  return { kind: "scored", scores, isRepaired: direct === undefined };
}

const unwrap = (reply: string): string =>
  reply
    .trim()
    .replace(/^<rubric_criteria>\s*/, "")
    .replace(/\s*<\/rubric_criteria>$/, "")
    .replace(/^```(?:json)?\s*\n/i, "")
    .replace(/\n\s*```$/, "")
    .trim();

function repair(text: string): unknown {
  const slice = /\{[^]*\}/.exec(text)?.[0] ?? text;
  return jsonOrUndefined(slice) ?? jsonOrUndefined(`${slice}}`);
}

/** Returns the score, or a clause that names the fault. */
function readCriterion(value: unknown, scale: Scale | undefined): CriterionScore | string {
  if (value === undefined) return "is missing";
  if (!isObject(value)) return "is no object with a score";
  const { score, explanation } = value;
  if (typeof score !== "number" || !Number.isFinite(score)) return "has no number as its score";
  if (scale !== undefined && (score < scale.min || score > scale.max))
    return `has a score off the scale from ${scale.min} to ${scale.max}`;
  return { score, explanation: typeof explanation === "string" ? explanation : "" };
}
