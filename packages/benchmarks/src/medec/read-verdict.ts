import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { hasCondition } from "@medhelm/core/reading/left-out/conditions";
import { isWeaker } from "@medhelm/core/reading/commitments/commitment";
import { decide, strongestOf } from "@medhelm/core/reading/commitments/decide";
import { readAnswer } from "@medhelm/core/reading/read-answer";
import { read, type Reading, type Step, stepAt } from "@medhelm/core/reading/reading";
import { replace, type ReplyText, spanOf } from "@medhelm/core/reading/text/reply-text";
import { isRestated } from "@medhelm/core/reading/left-out/restated";
import { sentences } from "@medhelm/core/reading/text/sentences";
import { beforeNextInstance } from "../shared/next-instance.ts";
import { isEachRight, lastIdOf } from "./all-right.ts";
import type { Claim, Value } from "./claim.ts";
import { claimsOf } from "./claims.ts";
import { inEnglish, withDigits } from "./in-english.ts";
import { withoutLabel } from "./labelled.ts";
import { answered, withConclusion, withoutWalk } from "./own-sentences.ts";
import { withQuotedIds } from "./quoted-sentences.ts";

/** The verdict of a reply: the text has no error, or one, in the sentence with this ID (null: the reply names none). */
export type MedecVerdict = { readonly error: false } | { readonly error: true; readonly sentence: number | null };

const KEYS = new Set("answer finalanswer output response verdict result final".split(" "));

/**
 * Reads whether a reply finds an error, and in which sentence (profile `corrected`; docs/scoring.md, "MEDEC"). `instance`: the text with an ID
 * before each sentence, so that a reply may name a sentence by its words.
 */
export const readVerdict = (reply: string, instance = ""): Reading<MedecVerdict> =>
  readAnswer(reply, KEYS, (text, before) =>
    readText(withAnsweredQuestions(withDigits(inEnglish(withQuotedIds(text, instance)))), before, lastIdOf(instance)),
  );

/** "Sentence 1? Fine. Sentence 4? Wrong drug.": the answer is of the sentence that the question names. */
const withAnsweredQuestions = (text: ReplyText): ReplyText => replace(text, ASKED_AND_ANSWERED, () => ":");
const ASKED_AND_ANSWERED =
  /(?<=(?:^|[.\n]\s?)(?:sentence|line|id)\s\d{1,3})\?(?=\s(?:fine|ok|okay|right|correct|good|wrong|incorrect|no error)(?!\p{L}))/giu;

function readText(text: ReplyText, before: readonly Step[], last: number | undefined): Reading<MedecVerdict> {
  const own = beforeNextInstance(text, HEADINGS);
  if (own === undefined) return readWhole(text, before, last);
  const first = readWhole(own.text, [...before, own.step], last);
  return first.kind === "read" ? first : readWhole(text, before, last);
}

/** The prompt's headings, and a text of numbered sentences, with which a model may go on. */
const HEADINGS = {
  input:
    /^(?:[^\p{L}\p{N}\n]{0,6}(?:(?:clinical|medical|another|next|new)\s)?(?:note|text|example|case)(?:\s?#?\d{1,3})?\s?:|0 \p{Lu}[^\n]*\n+1 \p{Lu})/gimu,
  output: /^[^\p{L}\n]{0,6}(?:final\s)?(?:answer|output|response)\s?:/gimu,
};

function readWhole(text: ReplyText, before: readonly Step[], last: number | undefined): Reading<MedecVerdict> {
  const steps = [...before];
  if (isEachRight(text.text, last)) return read(steps, { error: false }, [spanOf(text)], "none");
  const labelled = withoutWalk(answered(sentences(text).map(withoutLabel))).flatMap(withConclusion);
  const all = labelled.filter((sentence) => {
    const why = whyLeftOut(sentence.text, sentence.isQuestion);
    if (why !== undefined) steps.push(stepAt(why, text, sentence.from, sentence.to));
    return why === undefined;
  });
  const { claims, evidence } = claimsOf(text.text, all);
  const leftOut = evidence.map(({ from, to }) => ({ why: "left out evidence" as const, from, to }));
  const reading = decide<Value, Claim>(text, { made: claims, leftOut }, steps, { deciding, isCorrection });
  return reading.kind === "read" ? { ...reading, value: verdictOf(reading.value) } : reading;
}

/** The strongest claims with those behind them that say something else; of an error, the claims of its sentence. */
function deciding(kept: readonly Claim[]): readonly Claim[] {
  const firm = kept.filter(({ isWeak, strength }) => isWeak !== true && strength !== "named");
  const all = firm.length > 0 ? kept.filter(({ isWeak }) => isWeak !== true) : kept;
  const strongest = strongestOf(all);
  const last = strongest.at(-1);
  if (last === undefined) return [];
  const rivals = all.filter(
    ({ strength, from }) => strength !== "named" && isWeaker(strength, last.strength) && from > last.from,
  );
  const chosen = [...strongest, ...rivals];
  const exact = chosen.filter(({ values }) => values.some((value) => value !== "error"));
  return exact.length > 0 ? exact : [...sentenceOf(chosen, all)];
}

/** "There is an error in the diagnosis (ID 5)": the one sentence that the words of the error name; otherwise the error alone. */
function sentenceOf(errors: readonly Claim[], all: readonly Claim[]): readonly Claim[] {
  const named = all.filter(
    ({ strength, from }) =>
      strength === "named" && errors.some((error) => error.from <= from && from < error.to + BEHIND),
  );
  return new Set(named.flatMap(({ values }) => values)).size === 1 ? named : errors;
}

/** "The text is not CORRECT. See sentence 4." */
const BEHIND = 12;

const verdictOf = (value: Value): MedecVerdict => {
  if (value === "none") return { error: false };
  return { error: true, sentence: value === "error" ? null : value };
};

function whyLeftOut(sentence: string, isQuestion: boolean): "left out a question" | "left out a condition" | undefined {
  const isAsked = isQuestion && !STATED_FIRST.test(sentence);
  const isInstruction = INSTRUCTED.test(sentence) || (IMPERATIVE.test(sentence) && CHOICE.test(sentence));
  if (isAsked || isRestated(sentence) || isInstruction || EITHER.test(sentence)) return "left out a question";
  return hasCondition(sentence) && CONDITIONAL.test(sentence) ? "left out a condition" : undefined;
}

/** "Sentence 6 is wrong: is heparin the antidote?" states it before it asks. */
const STATED_FIRST = /^(?:the (?:error|mistake)|(?:sentence|line) \d)[^?:;]*[:;–—]\s/iu;
/** The instruction repeated: "If it is right, reply with CORRECT." */
const INSTRUCTED = lazyPattern(
  String.raw`(?<!\p{L})(?:reply|respond|answer|output|write|return) with(?!\p{L})|^the text (?:below )?is either|^(?:please\s)?(?:(?:my|your|the) task is to |i (?:need|have|am asked|was asked|must) (?:to )?)?(?:identify|find|detect|locate|determine|check|review|read|examine|spot|output|write|return|report|state)(?:\s(?:the|any|each|every|if|whether|which|all|CORRECT)(?!\p{L}))[^\d]*$`,
  "iu",
);
/** "Answer CORRECT if the text is right", "sonst antworte CORRECT" */
const IMPERATIVE = lazyPattern(
  String.raw`(?:^|[,;:：，]\s?|(?<!\p{L})(?:otherwise|else|please|sonst|sinon|then|bitte)\s)(?:reply|respond|answer|output|write|return|print|say|antworten?|antworte bitte|schreiben?|répond(?:re|ez|s)|écri(?:re|vez|s)|respond[ae]r?|escrib[ae]r?|escrev[ae]r?|请?回答|请?输出)\s?(?:with\s|mit\s|par\s|con\s|com\s)?["']?CORRECT`,
  "iu",
);
const CHOICE =
  /(?<!\p{L})(?:if|unless|otherwise|or|wenn|falls|sonst|oder|si|sinon|ou|en caso contrario|caso contrário|se)(?!\p{L})|如果|否则|若/iu;
/** "CORRECT or 3" */
const EITHER = /(?<!\p{L})(?:or\s["']?CORRECT|CORRECT["']?\sor)(?!\p{L})/u;
const CONDITIONAL = /^(?:if|unless|assuming|had|were|should|suppose|otherwise|else)(?!\p{L})/iu;

/** A bare "Correction" heads the corrected sentence, and takes nothing back. */
const isCorrection = ([words]: RegExpExecArray): boolean => !/^correct(?:ion|ed\s?:)$/i.test(words);
