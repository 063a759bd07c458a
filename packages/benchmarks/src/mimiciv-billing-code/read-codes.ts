import { hasCondition } from "@medhelm/core/reading/conditions";
import { prepare } from "@medhelm/core/reading/prepare";
import { read, type Reading, type Step } from "@medhelm/core/reading/reading";
import { type ReplyText, slice, type Span, spanOf } from "@medhelm/core/reading/reply-text";
import { sentences } from "@medhelm/core/reading/sentences";
import { canBeCode, codeForms } from "./code-forms.ts";

/**
 * Reads the distinct ICD-10 codes that a reply lists, without the dot and in order of their names. A reply without codes has an empty list
 * (docs/scoring.md, "Billing codes").
 */
export function readCodes(reply: string): Reading<readonly string[]> {
  const prepared = prepare(reply, { answers: new Set() });
  if (prepared.kind === "unanswered") return read([...prepared.steps, prepared.last], [], []);
  const steps = [...prepared.steps];
  const listed = listedCodes(fromFinal(prepared.text, steps), steps);
  return read(
    steps,
    [...new Set(listed.map(({ code }) => code))].toSorted(),
    listed.slice(0, 20).map(({ at }) => at),
  );
}

const FINAL =
  /(?:^|\n)[^\p{L}\n]{0,10}(?:the |my |so,? |therefore,? )?(?:final|corrected|revised|updated)\s+(?:[\p{L}\d-]+\s+){0,4}?(?:answer|codes?|list|coding)(?:\s+(?:is|are))?[^\p{L}\p{N}\n]{0,3}[:：\n]/giu;

/** The text from its last heading of a final list, if codes follow. */
function fromFinal(text: ReplyText, steps: Step[]): ReplyText {
  const [last] = [...text.text.matchAll(FINAL)].slice(-1);
  if (last === undefined || last.index === 0 || !codeForms().test(text.text.slice(last.index))) return text;
  steps.push({ step: "preferred the final answer", at: [spanOf(text, last.index, last.index + last[0].length)] });
  return slice(text, last.index);
}

interface Listed {
  readonly code: string;
  readonly at: Span;
}

const SYSTEM =
  "ICD[- ]?9(?:[- ]?(?:CM|PCS))?|ICD[- ]?11|ICD[- ]?O(?:[- ]?3)?|CPT(?:[- ]?4)?|HCPCS|LOINC|SNOMED(?:[- ]?CT)?|(?:MS|APR)?[- ]?DRGs?|HCC|MeSH|ATC|ICPC(?:-2)?|OPCS(?:-4)?|DSM(?:-5|-IV)?|RxNorm|CVX|NDC|UMLS|CDT|Read code|OMIM|MedDRA";
/** The heading of a list in another system, or of codes that do not apply. */
const OTHER_LIST = new RegExp(
  String.raw`^[^\p{L}]*(?:(?:${SYSTEM})(?!\p{L})[^:\d\n]{0,40}|[^:\n]{0,60}(?<!\p{L})(?:exclu|reject|rule[ds]? out|ruledout|not (?:coded|assigned|applicable|included|reported|supported|applied|used)|considered (?:but|and not)|omitted)[^:\n]{0,60})[:：]`,
  "iu",
);
/** A field of JSON that explains codes. */
const EXPLAINS =
  /^(?:reason|rationale|explanation|reasoning|justification|evidence|comments?|excludedcodes|notes?):\s/iu;
const HEADING = /^[^\p{L}\p{N}]*[\p{L}][^:\n]{0,60}[:：]/u;

function listedCodes(text: ReplyText, steps: Step[]): Listed[] {
  const listed: Listed[] = [];
  const leftOut = new Map<Step["step"], Span[]>();
  for (const { sentence, isOther } of withLists(lines(text)))
    for (const { code, from, to, reason } of codesOf(sentence.text)) {
      const at = spanOf(text, sentence.from + from, sentence.from + to);
      const step = isOther || EXPLAINS.test(sentence.text) ? "left out a denial" : reason;
      if (step === undefined) listed.push({ code, at });
      else if (leftOut.get(step)?.push(at) === undefined) leftOut.set(step, [at]);
    }
  for (const [step, at] of leftOut) steps.push({ step, at: at.slice(0, 20) });
  if (listed.length > 0) steps.push({ step: "found an answer", at: listed.slice(0, 20).map(({ at }) => at) });
  return listed;
}

/** Each sentence with whether it belongs to a list of another system, or of codes that do not apply. */
function* withLists(all: readonly Line[]): Generator<{ readonly sentence: Line; readonly isOther: boolean }> {
  let isOther = false;
  let isEmptyBefore = false;
  for (const sentence of all) {
    const heading = OTHER_LIST.exec(sentence.text)?.[0];
    if (heading?.length === sentence.text.length && heading !== "") isOther = true;
    else if (isEmptyBefore || HEADING.test(sentence.text)) isOther = false;
    isEmptyBefore = sentence.text === "";
    yield { sentence, isOther: isOther || heading !== undefined };
  }
}

interface Line {
  readonly text: string;
  readonly from: number;
  readonly isFirst: boolean;
}

/** The sentences of a text, and an empty one for each empty line. */
function lines(text: ReplyText): Line[] {
  const found: Line[] = [];
  let line = 0;
  for (const sentence of sentences(text)) {
    if (sentence.line > line + 1) found.push({ text: "", from: sentence.from, isFirst: true });
    line = sentence.line;
    found.push(sentence);
  }
  return found;
}

interface Form {
  readonly code: string;
  readonly from: number;
  readonly to: number;
  /** The step that leaves it out. */
  readonly reason?: Step["step"];
}

/** The codes of a sentence, also those that it leaves out. */
function codesOf(text: string): Form[] {
  const hasOnlyCodes = text.replace(codeForms(), "").replace(/[\s\d.,;:#*'"()[\]{}|/-]+/g, "") === "";
  const condition = hasCondition(text) ? "left out a condition" : undefined;
  const found: Form[] = [];
  for (const match of text.matchAll(codeForms())) {
    const [form] = match;
    const from = match.index;
    const to = from + form.length;
    const kind = KINDS.find((one) => match.groups?.[one] !== undefined) ?? "plain";
    // a key of JSON is in small letters
    const isSmallAllowed = kind === "dotted" || hasOnlyCodes || (from === 0 && text.charAt(to) === ":");
    if (!canBeCode(form, kind) || (!isSmallAllowed && form !== form.toUpperCase())) continue;
    const before = found.at(-1);
    const isListed = before !== undefined && LIST_GAP.test(text.slice(before.to, from));
    const reason = reasonOf(text, from, to) ?? condition ?? (isListed ? before.reason : undefined);
    const code = form.replace(".", "").toUpperCase();
    found.push({ code, from, to, ...(reason === undefined ? {} : { reason }) });
  }
  return found;
}

const KINDS = ["dotted", "plain", "procedure"] as const;

/** Two codes with only this between them are left out together. */
const LIST_GAP = /^\s*(?:,|\/|&|or|and|nor|, or|, and)?\s*$/iu;
const SYSTEM_BEFORE = new RegExp(String.raw`(?<!\p{L})(?:${SYSTEM})(?!\p{L})(?:[\s-]+codes?)?[\s:#=(-]*$`, "iu");
const SYSTEM_AFTER = new RegExp(String.raw`^\s*[([]\s*(?:${SYSTEM})(?:\s+codes?)?\s*[)\],;]`, "iu");
const DENIED_BEFORE =
  /(?<!\p{L})(?:not|no|rather than|instead of|in place of|excludes?\d?|excluding|rul(?:e|es|ed|ing) out|r\/o|without|except(?: for)?|other than|versus|vs\.?|avoid|omit|reject(?:ed)?|(?:do not|don't|cannot|can't|should not|would not|never) (?:also )?(?:code|use|report|assign|add|include|list))\s+(?:(?:code|the code|icd-10(?:-cm)?(?: code)?|add|coding|use|also|a|an|any)\s+)*["'([]*$/iu;
const DENIED_AFTER =
  /^\s*["')\]]*\s*(?:[-–—:,]\s*)?\(?(?:is|are|was|were|would be|should be|has been)?\s*(?:not|n't|isn't|wasn't|cannot|can't|should not|does not|doesn't|excluded|ruled out|rejected|removed|incorrect|wrong|inappropriate|omitted)(?!\p{L})/iu;
/** A word that makes of the form a room, a vitamin or a place in the body. */
const NOUN_BEFORE =
  /(?<!\p{L})(?:vitamin|vit\.?|room|bed|bay|ward|unit|suite|gate|floor|mrn|lead|level|exon|hemoglobin|grade|stage|gene|allele)\s+#?$/iu;
const NOUN_AFTER =
  /^(?:[-\s]+(?:mask|respirator|catheter|french|foley|needle|gauge|vertebra\p{L}*|dermatome|infusion|bolus|drip|dextrose|supplement\p{L}*|mutation|protein|gene|allele|antigen|variant|injections?|positive|negative|mm ?hg|mg|mcg|ml|meq|kg|cm|mm|bpm|units?|weeks?)(?!\p{L})|\s?[°%])/iu;
const RANGE_AFTER = /^(?:[-–—]|\s+(?:to|through|thru)\s+)([A-Z])\d[\dAB](?![\p{L}\d.])/u;
const RANGE_BEFORE = /(?<![\p{L}\d.])([A-Z])\d[\dAB](?:[-–—]|\s+(?:to|through|thru)\s+)$/u;

const TEMPERATURE = /^T(?:3[5-9]|4[0-2])\.\d$/;
const VITAL_SIGNS = /(?<!\p{L})(?:BP|HR|RR|SpO2|O2|temp(?:erature)?|(?:a?febrile)|vitals?|pulse)(?!\p{L})/iu;

/** "I10 (not I11.9)" denies the second code. */
function isDeniedAfter(rest: string): boolean {
  const denied = DENIED_AFTER.exec(rest);
  return denied !== null && !/^\s+(?:code\s+)?[A-Z]\d[\dAB]/i.test(rest.slice(denied[0].length));
}

/** Returns the step that leaves out text[from] to text[to - 1]; undefined if the reply lists it. */
function reasonOf(text: string, from: number, to: number): Step["step"] | undefined {
  const lead = text.slice(Math.max(0, from - 80), from);
  const rest = text.slice(to, to + 60);
  const form = text.slice(from, to);
  if (
    SYSTEM_BEFORE.test(lead) ||
    SYSTEM_AFTER.test(rest) ||
    isName(lead, form, rest) ||
    isTemperature(text, form, rest)
  )
    return "left out another system";
  const ends = [RANGE_AFTER.exec(rest)?.[1], RANGE_BEFORE.exec(lead)?.[1]];
  if (form.length === 3 && ends.includes(form.charAt(0))) return "found a range";
  return DENIED_BEFORE.test(lead) || isDeniedAfter(rest) ? "left out a denial" : undefined;
}

const isName = (lead: string, form: string, rest: string): boolean =>
  !form.includes(".") && form.length < 7 && (NOUN_BEFORE.test(lead) || NOUN_AFTER.test(rest));

const isTemperature = (text: string, form: string, rest: string): boolean =>
  TEMPERATURE.test(form) && (/^\s?°|^\s?[CF](?!\p{L})/u.test(rest) || VITAL_SIGNS.test(text));
