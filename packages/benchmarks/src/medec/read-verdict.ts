import { hasCondition } from "@medhelm/core/reading/conditions";
import { readAnswer } from "@medhelm/core/reading/read-answer";
import { type Reading, read, type Step, stepAt, unread } from "@medhelm/core/reading/reading";
import { type ReplyText, spanOf } from "@medhelm/core/reading/reply-text";
import { isRestated } from "@medhelm/core/reading/restated";
import { sentences } from "@medhelm/core/reading/sentences";
import { withoutTakenBack } from "@medhelm/core/reading/taken-back";
import { type Claim, claimsOf } from "./claims.ts";

/** The verdict of a reply: the text has no error, or one, in the sentence with this ID (null: the reply names none). */
export type MedecVerdict = { readonly error: false } | { readonly error: true; readonly sentence: number | null };

const KEYS = new Set("answer finalanswer output response verdict result final".split(" "));

/** Reads whether a reply finds an error, and in which sentence (profile `corrected`; docs/scoring.md, "MEDEC"). */
export const readVerdict = (reply: string): Reading<MedecVerdict> => readAnswer(reply, KEYS, readText);

function readText(text: ReplyText, before: readonly Step[]): Reading<MedecVerdict> {
  const steps = [...before];
  const all = sentences(text).filter((sentence) => {
    const why = whyLeftOut(sentence.text, sentence.isQuestion);
    if (why !== undefined) steps.push(stepAt(why, text, sentence.from, sentence.to));
    return why === undefined;
  });
  const { claims, evidence } = claimsOf(text.text, all);
  const at = (some: readonly Claim[]) => some.map(({ from, to }) => spanOf(text, from, to));
  if (evidence.length > 0) steps.push({ step: "left out evidence", at: at(evidence) });
  const kept = withoutTakenBack(text, claims, steps, { isCorrection });
  const strength = Math.max(...kept.map((claim) => claim.strength));
  const strongest = kept.filter((claim) => claim.strength === strength);
  const last = strongest.at(-1);
  if (last === undefined) return unread(steps, stepAt("found no answer", text));
  for (const [what, some] of Map.groupBy(kept, ({ values }) => values.join(", ")))
    steps.push({ step: "found an answer", at: at(some), what });
  // a claim behind the answer that says something else contradicts it
  const rivals = kept.filter((one) => one.strength > 0 && one.strength < strength && one.from > last.from);
  const values = new Set([...strongest, ...rivals].flatMap((claim) => claim.values));
  if (values.size > 1) values.delete("error");
  const [value] = values;
  if (value === undefined || values.size > 1)
    return unread(steps, { step: "found alternatives", at: at([...strongest, ...rivals]) });
  if (new Set(kept.flatMap((claim) => claim.values)).size > 1)
    steps.push({ step: "preferred the final answer", at: at(strongest) });
  return read(steps, verdictOf(value), at(strongest), String(value));
}

const verdictOf = (value: Claim["values"][number]): MedecVerdict => {
  if (value === "none") return { error: false };
  return { error: true, sentence: value === "error" ? null : value };
};

function whyLeftOut(sentence: string, isQuestion: boolean): "left out a question" | "left out a condition" | undefined {
  if (isQuestion || isRestated(sentence) || INSTRUCTED.test(sentence) || EITHER.test(sentence))
    return "left out a question";
  return hasCondition(sentence) && CONDITIONAL.test(sentence) ? "left out a condition" : undefined;
}

/** The instruction repeated: "If it is right, reply with CORRECT." */
const INSTRUCTED =
  /(?<!\p{L})(?:reply|respond|answer|output|write|return) with(?!\p{L})|^the text (?:below )?is either/iu;
/** "CORRECT or 3" */
const EITHER = /(?<!\p{L})(?:or\s["']?CORRECT|CORRECT["']?\sor)(?!\p{L})/u;
const CONDITIONAL = /^(?:if|unless|assuming|had|were|should|suppose)(?!\p{L})/iu;

/** A bare "Correction" heads the corrected sentence, and takes nothing back. */
const isCorrection = ([words]: RegExpExecArray): boolean => !/^correct(?:ion|ed\s?:)$/i.test(words);
