import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { hasCondition } from "@medhelm/core/reading/left-out/conditions";
import { quotedOpinions } from "@medhelm/core/reading/left-out/opinions";
import { UNFINISHED_AFTER } from "@medhelm/core/reading/left-out/unfinished";
import { isRestated } from "@medhelm/core/reading/left-out/restated";
import { type Group, type Place, placesOf } from "@medhelm/core/reading/commitments/places";
import type { StepName } from "@medhelm/core/reading/reading";
import type { ReplyText } from "@medhelm/core/reading/text/reply-text";
import {
  ASKS,
  CHANGED_AFTER,
  CONDITION_AFTER,
  DENIED_AFTER,
  EARLIER_AFTER,
  EARLIER_BEFORE,
  EXAMPLE_BEFORE,
  FIRST_BEFORE,
  GENERAL_BEFORE,
  INSTEAD_BEFORE,
  IS_OPEN,
  KIND_BEFORE,
  NEXT_DENIED,
  OMITTED_LATER,
  ONLY_BEFORE,
  OTHERS_AFTER,
  OTHERS_BEFORE,
  REASON_BEFORE,
  REJECTED_BEFORE,
  RULED_OUT,
  SHARED_AFTER,
  UNCERTAIN_AFTER,
  UNCERTAIN_BEFORE,
  WOULD_BE_BEFORE,
} from "./code-denials.ts";
import { type CodeForm, formsOf } from "./code-forms.ts";
import { isNameOrValue, isRangeEnd } from "./code-names.ts";
import { type Named, reasonsOf } from "./code-lists.ts";
import { type Reached, reached } from "./code-sections.ts";
import { isBehindIcd10, isOfOtherSystem } from "./code-systems.ts";

/** A place of a reply with the form of a code: text[from] to text[to - 1]. */
export interface CodePlace {
  readonly code: string;
  readonly from: number;
  readonly to: number;
  /** The step that leaves it out; undefined: the reply lists it. */
  readonly why: StepName | undefined;
  /** It only explains other codes. */
  readonly isExplanation: boolean;
}

/** Finds the codes of a text in order. `reply`: what the text was prepared from. */
export function codePlaces(text: ReplyText, reply: string): readonly CodePlace[] {
  const quotes = text.text.includes('"') ? quotedOpinions(text.text) : [];
  const isQuoted = (at: number): boolean => quotes.some(([from, to]) => from <= at && at < to);
  const ofText = { hasTicked: TICKED.test(text.text), isQuoted, barsBefore: barCounter(text.text) };
  const named = reached(text, reply).flatMap((sentence) => placesIn(text.text, sentence, ofText));
  const all = withoutCutOff(text.text, withoutRefused(text.text, named));
  return all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all;
}

/** A reply in a loop may repeat its codes more often. The repetitions in the middle add nothing. */
const MOST = 500;

/** "code: R00.0", then "include: false" */
const REFUSED = lazyPattern(
  String.raw`\n[^\p{L}\n]{0,6}(?:(?:include|assign|code|report|accept|support|select|confirm|appl|use)\p{L}*\s?[:=]\s?["']?(?:false|no)|(?:status|decision|verdict|confidence|assessment)\s?[:=]\s?["']?(?:excluded|rejected|ruled out|not \p{L}+))(?!\p{L})`,
  "iu",
);

/** Leaves out the code before a field that refuses it. */
function withoutRefused(text: string, places: readonly CodePlace[]): readonly CodePlace[] {
  const refused = new Set([...REFUSED.matchAll(text)].map(({ index }) => places.findLast(({ to }) => to <= index)));
  if (refused.size === 0) return places;
  return places.map((place) => (refused.has(place) ? { ...place, why: "left out a denial" } : place));
}

/** A block and a full stop as the last item of a list with descriptions: "8. Z79." was to go on. */
function withoutCutOff(text: string, places: readonly CodePlace[]): readonly CodePlace[] {
  const last = places.at(-1);
  if (last === undefined || last.code.length > 3 || !/^\.\s*(?:\n|$)/.test(text.slice(last.to))) return places;
  const lines = text.slice(0, last.from).split("\n");
  const isItem = !/\p{L}/u.test(lines.at(-1) ?? "") && /\p{Ll}{3}/u.test(lines.at(-2) ?? "");
  return isItem && lines.length > 1 ? [...places.slice(0, -1), { ...last, why: "found no answer" }] : places;
}

const TICKED = /(?:^|\n)[^\S\n]*(?:\d+[.)]\s*)?\[[xX✓✔]\]/u;
const UNTICKED = /^\s*(?:\d+[.)]\s*)?\[ ?\]/u;

/** "If COPD is confirmed, add J44.9. Otherwise: J20.9" gives J20.9, because nothing is confirmed. */
const OTHERWISE = /^[^\p{L}]*otherwise\s?[:：,]?\s*/iu;
const UNTIL_CONFIRMED =
  /(?<!\p{L})if\s[^\n]{0,80}(?:confirmed|documented|proven|verified|established)(?!\p{L})[^\n]{0,80}[.;]\s*$/iu;

/** The facts that hold for all codes of a text. */
interface OfText {
  readonly hasTicked: boolean;
  readonly isQuoted: (at: number) => boolean;
  readonly barsBefore: (lineStart: number, to: number) => number;
}

type Found = Place<string> &
  Named & {
    readonly form: CodeForm;
    /** The text of the sentence after it, up to the next code. */
    readonly own: string;
    /** It is in quotes as another person's words. */
    readonly isQuoted: boolean;
    /** Its sentence repeats the instruction, or asks. */
    readonly isInQuestion: boolean;
  };

function placesIn(text: string, sentence: Reached, { hasTicked, isQuoted, barsBefore }: OfText): CodePlace[] {
  const forms = formsOf(sentence.text, sentence.isFirst);
  const groups = forms.map(({ code, from, to }): Group<string> => {
    const at = { from: sentence.from + from, to: sentence.from + to };
    return { ...at, mentions: [{ ...at, value: code, isExplicit: true }] };
  });
  const around = { announced: undefined, isException: false, isMany: true };
  const isInQuestion =
    forms.length > 0 && (isRestated(sentence.text) || (sentence.isQuestion && ASKS.test(sentence.text)));
  const isDefault = UNTIL_CONFIRMED.test(text.slice(Math.max(0, sentence.from - 200), sentence.from));
  const found = [...placesOf(text, sentence, groups, around)].flatMap((place, i): Found[] => {
    const form = forms[i];
    const head = isDefault ? place.head.replace(OTHERWISE, "") : place.head;
    if (form === undefined) return [];
    const own = text.slice(place.group.to, Math.min(groups[i + 1]?.from ?? sentence.to, sentence.to));
    const spelled = sentence.text.slice(form.from, form.to);
    return [{ ...place, head, form, spelled, own, isQuoted: isQuoted(place.group.from), isInQuestion }];
  });
  const isUnticked = hasTicked && UNTICKED.test(sentence.text);
  const reasons = reasonsOf(text, found, (place) => (isUnticked ? "left out a denial" : ownReason(place)));
  return found.map(({ form: { code }, group: { from, to } }, i) => {
    const reach = reachAt(text, sentence, from, barsBefore);
    const why = reasons[i] ?? (reach === "explains" ? undefined : reach);
    const isReason = [why, reasons[i - 1]].includes("left out a denial") && REASON_BEFORE.test(found[i]?.before ?? "");
    if (isReason && why !== undefined) return { code, from, to, why: "left out evidence", isExplanation: true };
    return { code, from, to, why, isExplanation: isReason || reach === "explains" };
  });
}

/** The reach of the cell or the label before a place. */
function reachAt(
  text: string,
  { cells, reach, lineStart, from: start }: Reached,
  from: number,
  barsBefore: OfText["barsBefore"],
): Reached["reach"] {
  const near = text.slice(Math.max(lineStart, from - NEAR), from);
  if (reach === "left out a denial" && CONCLUDED.test(near)) return undefined;
  const cell = cells?.[barsBefore(lineStart, from)];
  if (cell !== undefined) return cell;
  // "ICD-9: 428.0 (ICD-10 I50.9)"
  return reach === "left out another system" && isBehindIcd10(text.slice(start, from)) ? undefined : reach;
}

/** How much of a line is read for a conclusion, because a line may have thousands of codes. */
const NEAR = 1000;

/** Counts the bars of a line before a position. The positions of a line ascend, so that each line is read once. */
function barCounter(text: string): (lineStart: number, to: number) => number {
  let [line, at, count] = [0, 0, 0];
  return (lineStart, to) => {
    if (lineStart !== line || to < at) [line, at, count] = [lineStart, lineStart, 0];
    for (; at < to; at++) if (text[at] === "|") count++;
    return count;
  };
}

/** "Excludes1: E10.-; thus E11.65": the conclusion is not of the label. */
const CONCLUDED = /[;.]\s(?:and\s)?(?:thus|so|therefore|hence|final(?:ly)?|leaving|i code|code)(?!\p{L})[^;]*$/iu;

interface Rule {
  readonly why: StepName;
  readonly holds: (place: Found) => boolean;
}

/** The first rule that holds leaves the code out. */
const RULES: readonly Rule[] = [
  {
    why: "left out another system",
    holds: ({ before, after, sentence, spelled }) =>
      isOfOtherSystem(before, after) || isNameOrValue(sentence.text, before, spelled, after),
  },
  {
    why: "found a range",
    holds: ({ sentence, form, rest, spelled }) =>
      isRangeEnd(sentence.text.slice(Math.max(0, form.from - 20), form.from), spelled, rest),
  },
  { why: "left out a question", holds: (place) => isAsked(place) || isOthers(place) },
  { why: "left out a denial", holds: isDenied },
  {
    why: "left out a condition",
    holds: ({ before, head, after }) =>
      hasCondition(head) || WOULD_BE_BEFORE.test(before) || CONDITION_AFTER.test(after),
  },
  {
    why: "took back",
    holds: ({ head, before, after, rest }) =>
      EARLIER_BEFORE.test(head) ||
      EARLIER_BEFORE.test(before) ||
      EARLIER_AFTER.test(after) ||
      (FIRST_BEFORE.test(head) && CHANGED_AFTER.test(rest)),
  },
];

const ownReason = (place: Found): StepName | undefined => RULES.find(({ holds }) => holds(place))?.why;

function isAsked({ isInQuestion, sentence, rest, after }: Found): boolean {
  if (isInQuestion || UNFINISHED_AFTER.test(after)) return true;
  if (/^["')\]]*\s?[?？]/u.test(after)) return true;
  return sentence.isQuestion && /^["')\]]*\s?(?:or|vs\.?|versus)\s/iu.test(rest);
}

/** "Possible codes include J18.9 and J15.9" */
const CANDIDATES_BEFORE = lazyPattern(
  String.raw`(?<!\p{L})(?:possible|potential|candidate|typical|usual|common)\s(?:[\p{L}\d-]+\s){0,2}(?:codes?|candidates?)\s(?:(?:for|in)\s[^.;:]{1,40}\s)?(?:are|is|include|includes|(?:would|may|might|could) be)(?!\p{L})`,
  "iu",
);

const isOthers = ({ head, rest, sentence, own, isQuoted }: Found): boolean =>
  isQuoted ||
  CANDIDATES_BEFORE.test(head) ||
  (OTHERS_BEFORE.test(head) && !SHARED_AFTER.test(own)) ||
  GENERAL_BEFORE.test(head) ||
  OTHERS_AFTER.test(rest) ||
  KIND_BEFORE.test(head) ||
  (EXAMPLE_BEFORE.test(head) && IS_OPEN.test(sentence.text));

function isDenied({ before, after, head, rest, own, form: { code } }: Found): boolean {
  // the name of such a code says that something was ruled out
  if (RULED_OUT.test(code) && /rul\p{L}* out|r\/o/iu.test(before + after)) return false;
  if (ONLY_BEFORE.test(head) || REASON_BEFORE.test(before)) return false;
  if (REJECTED_BEFORE.test(before) || INSTEAD_BEFORE.test(before)) return true;
  if (OMITTED_LATER.test(rest) || UNCERTAIN_BEFORE.test(before) || UNCERTAIN_AFTER.test(own)) return true;
  return DENIED_AFTER.test(after) && !NEXT_DENIED.test(after);
}
