import { foldKey, isMembers, ownVerdict, verdictKeyOf } from "./own-verdict.ts";
import type { Value } from "./json-objects.ts";
import type { Criteria } from "./parse-helm.ts";
import { spokenReply } from "./spoken-reply.ts";

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
      /** the parser had to remove text or mend the JSON */
      readonly isRepaired: boolean;
      /** the key of the request, if the verdict has one (quoted-verdict.ts) */
      readonly verdictKey?: string;
    }
  /** `reason` is one clause for a person, without text of the reply. */
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * Parses a judge's reply by the rules of profile `corrected`: one JSON object that the reply states as its own (own-verdict.ts), with a
 * finite number on the scale for every criterion. Other criteria are ignored.
 */
export function parseStrictReply(reply: string, criteria: Criteria, scale?: Scale): StrictReply {
  const names = Object.keys(criteria);
  const spoken = spokenReply(reply);
  const verdict = ownVerdict(spoken.text, names);
  if (typeof verdict === "string") return { kind: "unreadable", reason: verdict };
  const scores: Record<string, CriterionScore> = {};
  for (const name of names) {
    const read = readCriterion(verdict.members.get(foldKey(name)), scale);
    if (typeof read === "string") return { kind: "unreadable", reason: `criterion "${name}" ${read}` };
    scores[name] = read;
  }
  const isRepaired = spoken.isRepaired || verdict.isRepaired;
  return { kind: "scored", scores, isRepaired, ...verdictKeyOf(verdict) };
}

/** Returns the score, or a clause that names the fault. */
function readCriterion(value: Value, scale: Scale | undefined): CriterionScore | string {
  if (value === undefined) return "is missing";
  if (!isMembers(value)) return "is no object with a score";
  const members = new Map(value.members.map(([key, member]) => [foldKey(key), member]));
  const score = readScore(members.get("score"), scale);
  if (score === undefined) return "has no number as its score";
  if (scale !== undefined && (score < scale.min || score > scale.max))
    return `has a score off the scale from ${scale.min} to ${scale.max}`;
  const explanation = members.get("explanation");
  return { score, explanation: typeof explanation === "string" ? explanation : "" };
}

const SCORE = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:(?:\/|out of|of)\s*(\d+))?\s*$/i;

/** Reads a number, or a text that is one, with the scale's maximum or without: "4", "4/5", "4 out of 5". */
function readScore(value: Value, scale: Scale | undefined): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const [, score, maximum] = (typeof value === "string" && SCORE.exec(value)) || [];
  if (score === undefined || (maximum !== undefined && Number(maximum) !== scale?.max)) return undefined;
  return Number(score);
}
