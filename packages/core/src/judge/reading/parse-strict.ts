import { foldKey, isMembers, ownVerdict, refuse, type VerdictReading, verdictKeyOf } from "./own-verdict.ts";
import type { Value } from "./json-objects.ts";
import type { Criteria } from "./parse-helm.ts";

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
  | ({ readonly kind: "scored" } & ScoredReply)
  /** `reason` is one clause for a person, without text of the reply. */
  | { readonly kind: "unreadable"; readonly reason: string };

export interface ScoredReply {
  readonly scores: Readonly<Record<string, CriterionScore>>;
  /** the reader had to remove text or repair the JSON */
  readonly isRepaired: boolean;
  /** the key of the request, if the verdict has one (quoted-verdict.ts) */
  readonly verdictKey?: string;
}

/**
 * Reads a judge's reply by the rules of profile `corrected`. The reply must state one JSON object as its own (own-verdict.ts), with a finite number
 * on the scale for every criterion. Other criteria are ignored.
 */
export function readVerdict(reply: string, criteria: Criteria, scale?: Scale): VerdictReading<ScoredReply> {
  const names = Object.keys(criteria);
  const verdict = ownVerdict(reply, names);
  if (verdict.kind === "unread") return verdict;
  const { value, steps } = verdict;
  const found = steps.at(-1)?.at ?? [];
  const scores: Record<string, CriterionScore> = {};
  for (const name of names) {
    const read = readCriterion(value.members.get(foldKey(name)), scale);
    if (typeof read === "string") {
      const clause = `criterion "${name}" ${read}`;
      return refuse(steps, { step: "found no score", at: found, what: clause }, clause);
    }
    scores[name] = read;
  }
  const { isRepaired } = value;
  return {
    kind: "read",
    value: { scores, isRepaired, ...verdictKeyOf(value) },
    steps: [...steps, { step: "read", at: found }],
  };
}

/** Returns what readVerdict() reads, without its steps. */
export function parseStrictReply(reply: string, criteria: Criteria, scale?: Scale): StrictReply {
  const read = readVerdict(reply, criteria, scale);
  return read.kind === "read" ? { kind: "scored", ...read.value } : { kind: "unreadable", reason: read.clause };
}

/** Returns the score, or a clause that names the fault. */
function readCriterion(value: Value, scale: Scale | undefined): CriterionScore | string {
  if (value === undefined) return "is missing";
  if (!isMembers(value)) return bareScore(value, scale);
  const members = new Map(value.members.map(([key, member]) => [foldKey(key), member]));
  const score = readScore(members.get("score"), scale);
  if (score === undefined) return "has no number as its score";
  if (isOff(score, scale)) return offClause(scale);
  const explanation = members.get("explanation");
  return { score, explanation: typeof explanation === "string" ? explanation : "" };
}

/** A judge may write the number alone, without an explanation: {"accuracy": 4}. */
function bareScore(value: Value, scale: Scale | undefined): CriterionScore | string {
  const score = readScore(value, scale);
  if (score === undefined) return "is no object with a score";
  return isOff(score, scale) ? offClause(scale) : { score, explanation: "" };
}

const isOff = (score: number, scale: Scale | undefined): boolean =>
  scale !== undefined && (score < scale.min || score > scale.max);
const offClause = (scale: Scale | undefined): string => `has a score off the scale from ${scale?.min} to ${scale?.max}`;

const SCORE = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:(?:\/|out of|of)\s*(\d+))?\s*$/i;

/** Reads a number, or a text that is one, with the scale's maximum or without: "4", "4/5", "4 out of 5". */
function readScore(value: Value, scale: Scale | undefined): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const [, score, maximum] = (typeof value === "string" && SCORE.exec(value)) || [];
  if (score === undefined || (maximum !== undefined && Number(maximum) !== scale?.max)) return undefined;
  return Number(score);
}
