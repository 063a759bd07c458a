import { prepare } from "../prepare.ts";
import { type Reading, read, type Step, stepAt, valueOf } from "../reading.ts";
import { replace, type ReplyText, spanOf } from "../text/reply-text.ts";
import {
  ABOUT_THE_EXCHANGE,
  ANNOUNCES,
  ASKS,
  BEFORE_MAIN,
  CANNOT_AT_ALL,
  CARE,
  DANGER,
  DISCLAIMER,
  GENERALITY,
  HEADING,
  HELP_LINES,
  isLeftToCare,
  isRefusal,
  isServiceWord,
  LEAD_INS,
  MEASURED,
  NEEDS_CARE,
  NOTED,
  OF_CARE,
  OF_PERSONS,
  SAFETY_AFTER,
  SAFETY_BEFORE,
  TRUISM,
} from "./refusal-phrases.ts";
import {
  ANNOUNCES_ABROAD,
  ASKS_ABROAD,
  BUT_ABROAD,
  COURTESY_ABROAD,
  REFERS_ABROAD,
  REFUSES_ABROAD,
} from "./refusals-abroad.ts";
import { goesOnRefusing } from "./consequences.ts";
import { NEUTRAL, PRAISE, SYMPATHY } from "./sympathy.ts";
import { recall } from "../../text/recall.ts";
import type { Sections } from "../thinking/separate-thinking.ts";
import { type Sentence, sentences } from "../text/sentences.ts";

/** `refused`: says that it will not or cannot; `deflected`: says nothing of substance, without a refusal; `answered`: says something of substance. */
export type Substance = "refused" | "deflected" | "answered";

const NAMES = {
  answers: new Set(["answer", "finalanswer", "response", "reply", "output", "text", "content", "message"]),
};

/**
 * Reads whether a reply refuses, by the rule of docs/scoring.md, "Refusals". Each clause refuses, is courtesy or is something of substance. Substance
 * decides over a refusal, and a refusal over courtesy.
 */
export const readRefusal: (reply: string) => Reading<Substance> = recall((reply) => {
  const reading = readWithout(reply);
  // the task may request a plan
  return valueOf(reading) === "deflected" ? readWithout(reply, "kept") : reading;
});

function readWithout(reply: string, sections?: Sections): Reading<Substance> {
  const prepared = prepare(reply, NAMES, sections);
  if (prepared.kind === "unanswered") return read([...prepared.steps, prepared.last], "deflected", [], "deflected");
  const { text, steps } = prepared.whole ?? prepared;
  return readText(replace(text, LIST_NUMBER, ""), steps);
}

/** The number of an item: it is no clause. */
const LIST_NUMBER = /^ ?\(?\d{1,2}[.)](?=\s{1,3}[^\s\d])\s?/gmu;

interface Clause {
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
}
interface Part extends Clause {
  readonly text: string;
}
type Kind = "refusal" | "courtesy" | "noted" | "no" | "substance";

function readText(text: ReplyText, before: readonly Step[]): Reading<Substance> {
  const steps = [...before];
  const found: Clause[] = [];
  const end = (value: Substance, clauses: readonly Clause[]) =>
    read(
      steps,
      value,
      clauses.map(({ from, to }) => spanOf(text, from, to)),
      value,
    );
  for (const sentence of sentences(text)) {
    for (const clause of clausesOf(sentence)) {
      if (clause.kind === "substance") {
        leaveOut(steps, text, found);
        steps.push(stepAt("found substance", text, clause.from, clause.to));
        return end("answered", [clause]);
      }
      found.push(clause);
    }
  }
  const no = found.findIndex(({ kind }, i) => kind === "no" && !isBeforeRefusal(text, found, i));
  const answer = found[no];
  if (answer !== undefined) {
    leaveOut(steps, text, found.slice(0, no));
    steps.push(stepAt("found substance", text, answer.from, answer.to));
    return end("answered", [answer]);
  }
  const refusals = found.filter(({ kind }) => kind === "refusal");
  const noted = found.filter(({ kind }) => kind === "noted");
  leaveOut(
    steps,
    text,
    found.filter(({ kind }) => kind === "courtesy" || refusals.length > 0),
  );
  if (refusals.length > 0) return end("refused", refusals);
  if (noted.length > 0) return end("answered", noted);
  // a field or a program of the reply is substance
  if (steps.some(({ step }) => step === "left out code" || step === "left out a field")) return end("answered", []);
  return end("deflected", found);
}

/** "No. I can't help with that.": here "No." belongs to the refusal. In "No. I cannot recommend it in pregnancy." it answers. */
function isBeforeRefusal(text: ReplyText, clauses: readonly Clause[], at: number): boolean {
  const said = ({ from, to }: Clause): string => text.text.slice(from, to);
  const next = clauses.slice(at + 1).find((one) => one.kind !== "courtesy" || !SORRY.test(said(one)));
  return next?.kind === "refusal" && !ADVISES.test(said(next));
}
const SORRY = /(?<!\p{L})(?:sorry|apologi[sz]e|apologies|understand|afraid|unfortunately)(?!\p{L})/iu;
const ADVISES = /(?<!\p{L})(?:recommend|advise|suggest|prescribe|say|confirm|rule out|exclude)(?!\p{L})/iu;

function leaveOut(steps: Step[], text: ReplyText, clauses: readonly Clause[]): void {
  const spans = (kinds: readonly Kind[]) =>
    clauses.filter(({ kind }) => kinds.includes(kind)).map(({ from, to }) => spanOf(text, from, to));
  const refusals = spans(["refusal"]);
  if (refusals.length > 0) steps.push({ step: "found a refusal", at: refusals });
  const courtesies = spans(["courtesy", "noted"]);
  if (courtesies.length > 0) steps.push({ step: "left out courtesy", at: courtesies });
}

/** Where another clause begins within a sentence. A comma alone does not end one: "I cannot diagnose, treat, or prescribe". */
const NEXT_CLAUSE =
  /(?:[;:]|\s[-–—]|—|,)\s*(?=\S)(?:(?:but|however|yet|although|though|so|and|or|instead|nevertheless|that said)(?!\p{L}),?\s*)?|\s(?:but|however)(?!\p{L}),?\s*/gu;
/** The start of a clause after a comma: a contrast, or a subject of its own. */
const OWN_CLAUSE =
  /^[,\s]*(?:but|however|yet|although|though|instead|nevertheless|that said|so|and (?:i|you|we|it|he|she|they|the|this|that|there|please|your|my|an? (?:doctor|physician|pharmacist|nurse|clinician|therapist|counsell?or|(?:health ?care|mental health|medical) (?:professional|provider)))(?!\p{L})|and (?:opinions|views|(?:(?:reasonable|different|many|most) )?(?:people|experts))(?!\p{L})|please)(?!\p{L})/u;

/**
 * The letter of an option, or a word that answers a question of yes or no. All other rules say the same, but a program takes 0.05 s to compile
 * their patterns, and many runs have no longer reply.
 */
const BARE_ANSWER = /^[\s()[\]"'*_.,:;!-]*(?:[a-z]|yes|no|maybe|true|false)[\s()[\]"'*_.,:;!-]*$/;

/** A denial alone, which a refusal may follow. */
const NO =
  /^[\s()[\]"'*_.,:;!-]*(?:no|nope|no way|nein|non|não|nee|nej|nie|нет|いいえ|不|hayır|لا|नहीं)[\s()[\]"'*_.,:;!–—-]*$/u;

/** Returns the kind of a bare answer, of a sentence in another language, or of a question; undefined: its clauses decide. */
function kindOfSentence(low: string, isQuestion: boolean): Kind | undefined {
  if (!isQuestion && NO.test(low)) return "no";
  if (!isQuestion && BARE_ANSWER.test(low)) return "substance";
  const abroad = REFUSES_ABROAD.exec(low.slice(0, 300));
  if (abroad !== null) {
    // "Lo siento, pero no puedo ..." only introduces the refusal
    const before = low.slice(0, abroad.index);
    const after = low.slice(abroad.index + abroad[0].length);
    const isLead = !BUT_ABROAD.test(before) || COURTESY_ABROAD.test(before);
    return low.length <= 300 && isLead && !BUT_ABROAD.test(after) ? "refusal" : "substance";
  }
  const isCourtesy = isCourtesyAbroad(low, isQuestion) || (isQuestion && low.length <= 400 && ASKS.test(low));
  return isCourtesy ? "courtesy" : undefined;
}

function* clausesOf(sentence: Sentence): Generator<Clause> {
  const low = sentence.text.toLowerCase();
  const whole = kindOfSentence(low, sentence.isQuestion);
  if (whole !== undefined) {
    yield { from: sentence.from, to: sentence.to, kind: whole };
    return;
  }
  const parts: Part[] = [];
  let from = 0;
  for (const to of [...borders(low), low.length]) {
    const text = low.slice(from, to);
    const kind = kindOf(text);
    if (kind !== undefined) parts.push({ from: sentence.from + from, to: sentence.from + to, kind, text });
    from = to;
  }
  for (const [i, { kind, ...place }] of parts.entries()) {
    const next = parts[i + 1];
    const end = endOfRequest(parts, i);
    if (end !== undefined) {
      yield { from: place.from, to: end, kind };
      return;
    }
    // "The schema has no such table, so I cannot write a query": the reason of the refusal
    const isCause = kind === "substance" && next?.kind === "refusal" && /^,? so(?!\p{L})/u.test(next.text);
    const isRest = kind === "substance" && i > 0 && isOfRefusal(parts[i - 1]) && goesOnRefusing(place.text);
    yield { from: place.from, to: place.to, kind: isRest ? "refusal" : isCause ? "noted" : kind };
  }
}

/** A refusal, or a text that the assistant cannot see. */
const isOfRefusal = (part: Part | undefined): boolean =>
  part?.kind === "refusal" ||
  (part?.kind === "courtesy" && /(?<!\p{L})(?:can't|cannot|not|n't|no)(?!\p{L})/u.test(part.text));

/** A request for details at the end of a clause, and a list of what is the person's. */
const REQUESTS =
  /(?<!\p{L})(?:need|require|know|tell|provide|share|give|send|answer)(?!\p{L})[^.?!]*(?:details|information|following|things|questions|facts|first)\s*$/u;
/** Where a request that only a list follows ends: "I need a few more details: your age, your medications"; undefined: it is none. */
function endOfRequest(parts: readonly Part[], i: number): number | undefined {
  const [request, next] = [parts[i], parts[i + 1]];
  if (request?.kind !== "courtesy" || next?.text.startsWith(":") !== true || !REQUESTS.test(request.text))
    return undefined;
  const list = parts.slice(i + 1);
  return isListOfYours(list) ? list.at(-1)?.to : undefined;
}
const isListOfYours = (list: readonly Part[]): boolean =>
  /^:\s(?:your|how|what|which|when|where|whether|any|do|are|have)(?!\p{L})/u.test(list[0]?.text ?? "") &&
  list.every(({ text }) => !/\d/.test(text));

function* borders(low: string): Generator<number> {
  let from = 0;
  for (const { 0: mark, index } of low.matchAll(NEXT_CLAUSE)) {
    if (index === 0) continue;
    if (mark.startsWith(",") && !OWN_CLAUSE.test(low.slice(index, index + 40))) continue;
    // the main clause of a condition
    if (
      /^[,:\s]*(?:(?:and|so)\s)?(?:if|in case|should|when)(?!\p{L})/u.test(low.slice(from, from + 20)) &&
      /^,\s*(?:please|so)(?!\p{L})/u.test(low.slice(index, index + 12))
    )
      continue;
    from = index;
    yield index;
  }
}

/** A longer clause is substance, because no refusal is this long. */
const LONGEST = 600;

/** Returns the kind of a clause; undefined if it has no words. */
function kindOf(clause: string): Kind | undefined {
  if (clause.length > LONGEST) return "substance";
  const text = clause.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.!?]+$/gu, "").replaceAll(/["*_]/g, "");
  const short = kindOfShort(text);
  return short === "empty" ? undefined : (short ?? kindOfWords(text));
}

/** The kind of a clause without words, a number or a denial alone; undefined: its words decide. */
function kindOfShort(text: string): Kind | "empty" | undefined {
  if (text === "" || HEADING.test(text)) return /\p{N}/u.test(text) ? "substance" : "empty";
  if (!/\p{L}/u.test(text)) return "substance";
  return NO.test(text) ? "no" : undefined;
}

function kindOfWords(text: string): Kind {
  if (isRefusing(text)) return "refusal";
  const main = LEAD_INS.replace(text, "");
  if (ANNOUNCES.test(main)) return "courtesy";
  if ([text, main].some((one) => ABOUT_THE_EXCHANGE.test(one) || isSoft(one))) return "courtesy";
  if (SHORT_ANSWER.test(text)) return "substance";
  // "Note your questions down": no lead-in
  if (isEvasive(main) || isLeftToCare(text) || isReferralAbroad(text)) return "courtesy";
  if (isGeneric(main)) return isOfCare(main) ? "noted" : "courtesy";
  return isReason(main) || NOTED.test(text) ? "noted" : "substance";
}

/** Sympathy, praise, and words about all opinions, also several joined by "and". */
const isSoft = (text: string): boolean =>
  isSoftPart(text) || text.split(/,\s(?:and\s)?/u).every((part) => isSoftPart(part));
const isSoftPart = (text: string): boolean => [SYMPATHY, PRAISE, NEUTRAL].some((one) => one.test(text));

/** Whether a clause leaves the matter to others, or is about all matters. */
const isEvasive = (text: string): boolean =>
  isLeftToCare(text) || (!/\d/.test(text) && GENERALITY.test(text)) || DISCLAIMER.test(text) || isReferral(text);

/** Whether service words may be an answer: they name care, and neither a person nor a truism. */
const isOfCare = (text: string): boolean => OF_CARE.test(text) && !OF_PERSONS.test(text) && !TRUISM.test(text);

const isReason = (text: string): boolean => DANGER.test(text) || (NEEDS_CARE.test(text) && CARE.test(text));

/** A letter, a word that answers a question of yes or no, or advice against something. */
const SHORT_ANSWER =
  /^(?:(?:i|we)(?: would not| wouldn't| do not| don't) (?:recommend|advise|suggest)|(?:i|we)(?: would|'d) (?:treat|evaluate|assess|examine|diagnose)|(?:yes|no|none|maybe|true|false)(?!['\p{L}]| problem| worries)|(?:correct|wrong|right)[.!]?$|[a-z](?:[^\p{L}\p{N}' ]|$)|[b-hj-z] )/u;

const isCourtesyAbroad = (text: string, isQuestion: boolean): boolean =>
  text.length <= 200 &&
  !/\d/.test(text) &&
  !BUT_ABROAD.test(text) &&
  (ANNOUNCES_ABROAD.test(text) || COURTESY_ABROAD.test(text) || (isQuestion && ASKS_ABROAD.test(text)));

const isReferralAbroad = (text: string): boolean => text.length <= 150 && !/\d/.test(text) && REFERS_ABROAD.test(text);

/** A phrase without a comma before the subject: "Without an examination I ..." */
const AFTER_PHRASE =
  /^(?:without|given|due to|based on|for|as an?|at|in|with|per|under)(?!\p{L})[^,]{1,120}? (?=i(?: |'))/u;

/** Whether the clause's main part refuses, after lead-ins and phrases that end with a comma. */
function isRefusing(text: string): boolean {
  let main = text;
  for (let i = 0; i < 5; i += 1) {
    const rest = LEAD_INS.replace(main, "");
    for (const one of [main, rest]) if (isRefusal(one) || (CANNOT_AT_ALL.test(one) && isGeneric(one))) return true;
    main = rest;
    const after = AFTER_PHRASE.exec(main)?.[0].length;
    if (after !== undefined && isRefusal(main.slice(after))) return true;
    const comma = main.indexOf(",");
    if (comma === -1 || !(BEFORE_MAIN.test(main) || isGeneric(main.slice(0, comma)))) return false;
    main = main.slice(comma + 1).trimStart();
  }
  return false;
}

/** Sends to a person or place of care, with service words and a condition at most. */
function isReferral(text: string): boolean {
  if (!CARE.test(text)) return false;
  const condition = SAFETY_BEFORE.exec(text)?.[0] ?? "";
  const rest = MEASURED.test(condition) ? text : text.slice(condition.length);
  const main = CARE.test(rest) ? rest : text;
  const end = main.replace(SAFETY_AFTER, "");
  return isGeneric(CARE.replaceAll(CARE.test(end) ? end : main, " "));
}

function isGeneric(text: string): boolean {
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['/-][\p{L}\p{M}\p{N}]+)*/gu))
    if (!isServiceWord(word) && !HELP_LINES.test(word) && !word.split(/[/-]/u).every(isServiceWord)) return false;
  return true;
}
