import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { oneOf } from "@medhelm/core/reading/text/pattern";
import type { Value } from "./claim.ts";
import type { Labelled } from "./labelled.ts";
import { idsIn } from "./named-sentences.ts";
import { isRightAfter, isWrongAfter } from "./right-or-wrong.ts";
import type { Said } from "./said.ts";

const { raw } = String;

const ANSWER_NOUNS = oneOf(
  raw`answer|verdict|response|result|output|pick|choice|selection|guess|vote|final(?=\s?:)|correction`,
  raw`corrected(?:\ssentence|\stext|\sversion)?|correct\s(?:sentence|version|text)|sentence|fix|conclusion|judge?ment|assessment|status`,
  raw`(?:incorrect|not correct|not right)(?:\ssentence)?|wrong(?:\ssentence)?|erroneous(?:\ssentence)?`,
  raw`error(?:\s(?:found|detected|identified|sentence|present|location|in))?|found\serror|yes`,
);
/** A link before the answer. */
const LINKED = /^(?:(?:so|thus|therefore|hence|in conclusion|overall),?\s)?/u.source;
const ANSWER = lazyPattern(
  raw`${LINKED}(?:(?:(?:the|my|your|a)\s)?(?:(?:final|correct(?:ed)?|right|revised|proposed|updated|fixed)\s)?${ANSWER_NOUNS}(?:\s(?:is|in|would be))?\s?[:.,=–—-]+|(?:the\s)?(?:(?:final|correct)\s)?(?:answer|verdict)\sis)\s*`,
  "iu",
);
const CORRECT =
  /^["'(]{0,4}correct["')]{0,4}(?:[.!]*$|\s?(?:[-–—,;(]|because|since)\s?(?!\d|(?:the )?(?:sentence|line))(?=\p{L}))/iu;
/** The requested word in capitals counts with any text after it. */
const CORRECT_AND_MORE =
  /^["'([]{0,4}CORRECT(?![\p{L}\p{N}])(?!\s(?:SENTENCE|VERSION|TEXT|ANSWER|ID)|\s(?:if|when|unless|otherwise|where|wenn|si|se)\s|\s?[:=]?\s?\d|\s(?:the|this|sentence|or)\s)/u;
/** An ID with a corrected sentence: "4 He is", "[4] He is", "4: he is", "4", "S4" alone */
const LEAD =
  /^["'([]{0,4}(?:(?:sentence|line)\s(?:(?:id|number|no\.?)\s?)?[:#]?\s?|(?:sentence\s?)?id\s?[:#=]?\s?|#\s?|s(?=\d{1,2}\W{0,4}$))?["'([]{0,4}(\d{1,3})(?!\d)["')\]]{0,4}/iu;
const LEAD_END = lazyPattern(
  raw`^(?:\s?[:–—-]?\s?[✗✘❌✖]|\s?(?:[:.,;)|→]|=>|->|[-–—](?=\s))\s?(?=["'(]?\p{L}|\.{3}|$)|\s(?=["'([]{0,2}\s?(?:\p{Lu}|\d[\d.,/]*(?:\s?%|-\p{L}|\s\p{Ll})))|\s?:\s(?=\d)|\s?\((?!\d)|\s?\.{3}|\.?$)`,
  "u",
);
const FLAG_AND_ID = /^[01]\s(\d{1,3})\s(?=["']?\p{Lu})/u;
const FLAG = lazyPattern(
  raw`^(?:(?:medical\s)?error(?:s|\s?flag|\s?(?:found|detected|present|exists?))?|has\s?(?:an\s)?(?:medical\s)?errors?|is\s?(?:error|incorrect)|contains\s?(?:an\s)?(?:medical\s)?error|flag|errors?\spresent)\s?[:=?]\s?["']?(yes|no|none|true|false|0|1)(?![\p{L}\p{N}])`,
  "iu",
);
/** "errors": [] */
const EMPTY_LIST = /^[{\s"']*errors?["']?\s?:\s?(?:\[\s?\]|null|""|\{\s?\})/iu;
const IS_CORRECT_FLAG = /^(?:is\s?)?(?:text\s?(?:is\s?)?)?correct\s?[:=?]\s?["']?(yes|no|true|false)["']?[.,]?$/iu;
const ID_FORM = lazyPattern(
  raw`^(?:the\s)?(?:id\sof\sthe\s)?(?:(?:incorrect|wrong|erroneous|error|faulty|affected|location|sentence)[\s_]?)*(?:sentence[\s_]?|line[\s_]?)?(?:(?:with|containing)\s(?:the|an)\serror\s?)?(?:id|number|index|no\.?|sentence|line|location|#)\s?(?:is|[:=#])\s?["'([]{0,4}(?:(?:sentence|line|id)\s)?(-1|\d{1,3}|none|n/a|null)(?![\p{L}\p{N}%]|[.,]\d)["')\]]{0,4}`,
  "iu",
);
/** "The sentence with the error is 3." */
const ID_IS = lazyPattern(
  raw`^(?:(?:\p{L}+,?\s){0,4}(?:sentence|line|statement)\s(?!(?:before|after))(?:\p{L}+\s){0,6}|(?:\p{L}+,?\s){0,3}(?:wrong|incorrect|faulty|erroneous|false)\sone\s)is\s(?:sentence\s|number\s|no\.\s?|#\s?|id\s){0,2}["'([]{0,4}(\d{1,3})["')\]]{0,4}(?=[.,:;]|\s?$|\s[-–—(])`,
  "iu",
);
/** Fields that repeat or explain. */
const OTHER_FIELD =
  /^(?:explanation|reason(?:ing)?|rationale|confidence|original(?:\ssentence|\stext)?|note|justification|error\s?type|type|corrected\s?sentence|correction|corrected)\s?:/iu;

type Form = Said;

/** A sentence of a reply, split after a phrase such as "Answer: ". */
interface Line {
  readonly text: string;
  readonly isFirst: boolean;
  readonly hasPhrase: boolean;
  readonly body: string;
  readonly strength: "form" | "final";
  /** Where it starts in the reply's text. */
  readonly from: number;
  readonly whole: string;
}

/** Reads a sentence that has the form of an answer. "other": a field that says nothing of the answer. */
export function formOf(sentence: Labelled, whole: string): Form | "other" | undefined {
  // "error_sentence_id"
  const text = sentence.text.replace(/(?<=\p{L})_(?=\p{L})/gu, " ");
  // "Error flag: 1, error sentence ID: 4, corrected sentence: ..."
  const [first = "", ...rest] = text.split(FIELD_BEHIND);
  if (rest.length === 0 || first.length > 40) return formOfLine({ ...sentence, text }, whole);
  const forms = [first.trim(), ...rest].map((part) => formOfLine({ ...sentence, text: part }, whole));
  const known = forms.filter((form) => form !== undefined && form !== "other");
  return known.find(({ values: [value] }) => typeof value === "number") ?? known[0];
}
const FIELD_BEHIND = /[,;|]\s+(?=(?:error|incorrect|wrong|sentence|corrected)(?:\s\p{L}+){0,3}\s?[:=])/iu;

function formOfLine({ text, isFirst, from, label }: Labelled, whole: string): Form | "other" | undefined {
  const phrase = ANSWER.exec(text)?.[0] ?? "";
  const strength = label === "final" || /final|^so |therefore/i.test(phrase) ? "final" : "form";
  const line = {
    text,
    isFirst,
    hasPhrase: label !== undefined || phrase !== "",
    body: text.slice(phrase.length),
    strength,
    from,
    whole,
  } as const;
  const form = markedOf(line) ?? flagOf(line) ?? idFieldOf(line) ?? correctOf(line) ?? leadOf(line);
  if (form !== undefined) return form;
  return OTHER_FIELD.test(text) && !/\d/.test(text.slice(0, 40)) ? "other" : undefined;
}

/** "✗ 2", "❌ 5: The dose ...", "0 ✓ 1 ✗ 2 ✓", "✓ 0-2, ✗ 3" */
function markedOf({ body, strength }: Line): Form | undefined {
  if (MARKED_LIST.test(body)) {
    const wrong = [...body.matchAll(MARKED_WRONG)].map(([, id]) => Number(id));
    return { values: wrong.length === 0 ? ["none"] : wrong, strength };
  }
  if (MARKS_FIRST.test(body)) {
    const wrong = [...body.matchAll(WRONG_FIRST)];
    // "✗ 2-4" names no sentence
    const ids = wrong.map(({ 1: id, 2: last }): Value => (last === undefined ? Number(id) : "error"));
    return { values: ids.length === 0 ? ["none"] : ids, strength };
  }
  const cross = /^[✗✘❌✖]\s?/u.exec(body)?.[0];
  return cross === undefined ? undefined : idOf(body.slice(cross.length), strength, false);
}
const MARKED_LIST = /^(?:(?:sentence\s)?\d{1,3}\s?[:.)=-]?\s?[✓✔✅✗✘❌✖]\s?[,;|]?\s?){2,}$/iu;
const MARKS_FIRST =
  /^(?:[✓✔✅✗✘❌✖]\s?(?:sentences?\s)?\d{1,3}(?:\s?[-–—]\s?\d{1,3}|\s?,\s?\d{1,3}(?!\d)){0,30}\s?[,;|.]?\s?){2,}$/iu;
const WRONG_FIRST = /[✗✘❌✖]\s?(?:sentences?\s)?(\d{1,3})(?:\s?[-–—,]\s?(\d{1,3}))?/giu;
const MARKED_WRONG = /(\d{1,3})\s?[:.)=-]?\s?[✗✘❌✖]/gu;

function flagOf({ text, isFirst }: Line): Form | undefined {
  const flag = FLAG.exec(text)?.[1] ?? (isFirst ? inverse(IS_CORRECT_FLAG.exec(text)?.[1]) : undefined);
  if (EMPTY_LIST.test(text)) return { values: ["none"], strength: "form" };
  if (flag === undefined) return undefined;
  return /^(?:no|none|false|0)$/i.test(flag)
    ? { values: ["none"], strength: "form" }
    : { values: ["error"], strength: "leads" };
}

function idFieldOf({ text }: Line): Form | undefined {
  const field = ID_FORM.exec(text);
  if (field?.[1] !== undefined && !COUNTED.test(text.slice(field[0].length)))
    return /^\d/.test(field[1])
      ? { values: [Number(field[1])], strength: "form" }
      : { values: ["none"], strength: "form", isWeak: true };
  const named = ID_IS.exec(text);
  if (named === null || /(?<!\p{L})(?:not|correct|right)(?!\p{L})/iu.test(named[0])) return undefined;
  return { values: [Number(named[1])], strength: "form" };
}

/** A sentence that the reply names overrides "No." and "None." as a line of their own. */
function correctOf({ body, isFirst, hasPhrase, strength, from, whole }: Line): Form | undefined {
  if (
    /^(?:none|no)[.!]*$/i.test(body) &&
    (hasPhrase || (isFirst && /^[^\n]?\s*(?:\n|$)/.test(whole.slice(from + body.length))))
  )
    return { values: ["none"], strength, isWeak: !hasPhrase };
  const isCorrect = CORRECT.test(body) || CORRECT_AND_MORE.test(body) || NO_ID.test(body) || ENDS_CORRECT.test(body);
  return isCorrect ? { values: ["none"], strength } : undefined;
}
/** The authors' form of a text without an error: "0 -1 NA"; and "0 CORRECT" */
const NO_ID = /^0[\s,]+(?:-1(?:[\s,]|$)|CORRECT[.!]?$)/u;
/** "On a second reading, all is consistent: CORRECT" */
const ENDS_CORRECT = lazyPattern(
  raw`^(?!.*(?<!\p{L})(?:not|isn't|or|if|unless|whether|either)(?!\p{L}))(?!.*\d["')\]]?\s(?:is|as|:)\s["'(]?CORRECT).*[\p{L}:,;–—-]\s["'(]{0,2}CORRECT["')]{0,2}[.!]*$`,
  "u",
);

/** Reads the ID, or the IDs, that a line begins with. */
function leadOf({ body, isFirst, hasPhrase, strength, from, whole }: Line): Form | undefined {
  const announced = ANNOUNCED.exec(body)?.[0];
  if (announced !== undefined) return idOf(body.slice(announced.length), strength, false);
  if (!isFirst && !hasPhrase && !isAfterVerdict(whole, from) && !MID_LINE.test(body)) return undefined;
  const several = SEVERAL.exec(body)?.[0];
  if (
    several !== undefined &&
    !isRightAfter(body.slice(several.length)) &&
    (several.length === body.length || (hasPhrase && !GOES_ON.test(body.slice(several.length))))
  )
    return { values: idsIn(several), strength };
  const behindFlag = FLAG_AND_ID.exec(body)?.[1];
  if (behindFlag !== undefined) return { values: [Number(behindFlag)], strength };
  return idOf(body, strength, whole.slice(0, Math.min(from, 80)).trim() === "");
}

/** "Sentences 2 and 3 confirm it" */
const GOES_ON = /^\s\p{Ll}/u;
/** "This sentence has the error: 7 Metformin is started." */
const ANNOUNCED = lazyPattern(
  raw`^[^:\d]{0,100}(?:error|mistake|wrong|incorrect|correct(?:ed|ion)?|should (?:be|read))[^:\d]{0,40}:\s*(?=["'(]?\d{1,3}\s["']?\p{Lu}\p{Ll}*\s)`,
  "iu",
);
/** "... is wrong. 4 Gout is diagnosed." */
const MID_LINE = /^\d{1,2}\s\p{Lu}\p{Ll}/u;

/** `isStart`: the reply begins with it. */
function idOf(body: string, strength: Line["strength"], isStart: boolean): Form | undefined {
  const lead = LEAD.exec(body);
  if (lead === null) return undefined;
  const rest = body.slice(lead[0].length);
  if (isVerdictOfRight(rest) || ITEM.test(rest)) return undefined;
  const values = [Number(lead[1])];
  if (LEAD_END.test(rest) || /^\s["'.]+$/.test(rest)) return { values, strength };
  if (VERB_AFTER.test(rest) && isWrongAfter(rest) && !NAMES_ANOTHER.test(rest)) return { values, strength: "stated" };
  const isBare = /^\d+$/.test(lead[0]) && isStart;
  return isBare && SMALL_TEXT.test(rest) && !COUNTED.test(rest) && !PLURAL.test(rest)
    ? { values, strength }
    : undefined;
}

/** "4 - correct", but not "4 Correct doses are given." */
const isVerdictOfRight = (rest: string): boolean => isRightAfter(rest) && !/^\s\p{Lu}/u.test(rest);
/** The first item of a list: "1. Sentence 4 is wrong" */
const ITEM = /^[.)] (?:the )?(?:error in )?(?:sentence|line)\s/iu;
const VERB_AFTER = /^\s(?:is|was|should|must|needs|has|contains|contradicts|wrong|incorrect|erroneous)(?!\p{L})/iu;

/** "4 is wrong and so is sentence 5" */
const NAMES_ANOTHER = /(?<!\p{L})(?:and|as)\s(?:so\s)?(?:is|are|does|do|has)\s(?:sentence|line)\s\d/iu;

const inverse = (flag: string | undefined): string | undefined =>
  flag === undefined ? undefined : /^(?:yes|true)$/i.test(flag) ? "no" : "yes";

/** "Incorrect. 4 He is started" */
const isAfterVerdict = (whole: string, from: number): boolean =>
  /(?:^|\n)\s*(?:incorrect|wrong|error(?: found| detected)?|not correct|yes)[.!:]\s*$/i.test(
    whole.slice(Math.max(0, from - 40), from),
  );

/** Units and things that a number counts. */
const COUNTED =
  /^\s?(?:%|percent|per|µg|[mkµn]?g|[mkd]?l|mmol|mmhg|cm|mm|iu|units?|hundred|thousand|[mb]illion|dozen|lit(?:er|re)s?|grams?|drops|tablets?|doses?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|degrees?|(?:medical |clinical |possible |potential |suspected |candidate )*(?:errors?|mistakes?|sentences?|issues?|problems?|concerns?|points?|candidates?)|patients?|cases?|trials?|others?|are|were|have|of|in|out|to|or|and|by|x)(?!\p{L})/iu;
/** "4 beers a day", "4 is suspicious but true" */
const PLURAL =
  /^\s(?:is|was|are|were|seems|looks|appears|has|contains|should|must)\s|^\s(?!(?:his|its|this|as|was|is|has|us|across|perhaps|sometimes|always)\s)\p{Ll}+s\s/u;
/** A sentence that begins with a small letter. */
const SMALL_TEXT = /^\s\p{Ll}/u;
const SEVERAL = lazyPattern(
  raw`^["'([]{0,4}(?:(?:either|both)\s)?(?:sentences?\s|ids?\s)?\d{1,3}(?:\s?(?:,|or|and|/|&|,\s?(?:or|and)|to|-|–)\s?(?:sentence\s)?\d{1,3})+(?![\p{L}\d.%])["')\]]{0,4}(?=[\s.:]|$)`,
  "iu",
);
