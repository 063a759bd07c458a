import type { Sentence } from "@medhelm/core/reading/sentences";

/** The statement of a place of a reply about the text: no error, an error, or an error in the sentences with these IDs. */
export interface Claim {
  /** Several: alternatives. */
  readonly values: readonly ("none" | "error" | number)[];
  /** 4: the final answer; 3: the form of an answer; 2: a statement; 1: an error in no named sentence; 0: a sentence is only named. */
  readonly strength: 0 | 1 | 2 | 3 | 4;
  readonly from: number;
  readonly to: number;
}

interface Found {
  readonly claims: readonly Claim[];
  /** Sentences that are named as evidence, or as right. */
  readonly evidence: readonly Claim[];
}

/** Finds what the sentences of a reply say of the text. */
export function claimsOf(text: string, all: readonly Sentence[]): Found {
  const claims: Claim[] = [];
  const evidence: Claim[] = [];
  const inList = listed(all);
  const hasRight = all.some(({ line, text: one }) => inList.has(line) && RIGHT_AFTER.test(behindNumber(one)));
  for (const sentence of all) {
    const place = { from: sentence.from, to: sentence.to };
    if (inList.has(sentence.line) && isOnlyListed(sentence.text, hasRight)) continue;
    const form = formOf(sentence, text);
    if (form === "other") continue;
    if (form !== undefined) {
      claims.push({ ...form, ...place });
      continue;
    }
    const named = namedIn(sentence);
    evidence.push(...named.evidence);
    claims.push(...named.claims);
    const said = named.claims.some(({ strength }) => strength > 0) ? undefined : saidOf(sentence.text, named);
    if (said !== undefined) claims.push({ ...said, ...place });
  }
  return { claims, evidence };
}

/** Lines that number the sentences of the text, one after the other: "0 - correct", "1 - correct". */
function listed(all: readonly Sentence[]): ReadonlySet<number> {
  const starts = all.flatMap(({ text, line, isFirst }) => {
    const id = isFirst ? LISTED.exec(text)?.[1] : undefined;
    return id === undefined ? [] : [{ id: Number(id), line }];
  });
  const lines = new Set<number>();
  let run = 0;
  for (const [i, { id }] of starts.entries()) {
    if (i > 0 && id !== (starts[i - 1]?.id ?? id) + 1) run = i;
    if (i - run >= 1) for (const { line } of starts.slice(i - 1, i + 1)) lines.add(line);
  }
  return lines;
}
const behindNumber = (line: string): string => line.slice(LISTED.exec(line)?.[0].trimEnd().length ?? 0);

/** A list may say of each sentence whether it is right; then those of which it does not are the answer. */
const isOnlyListed = (line: string, hasRight: boolean): boolean =>
  hasRight ? RIGHT_AFTER.test(behindNumber(line)) : !WRONG_AFTER.test(behindNumber(line));
const LISTED = /^(?:sentence\s|s|id\s?|line\s)?[#[(]?(\d{1,3})(?!\d)[\])]?(?:[\s.,:)–—|→-]|$)/iu;

const ANSWER =
  /^(?:(?:so|thus|therefore|hence|in conclusion|overall),?\s)?(?:(?:(?:the|my|your|a)\s)?(?:(?:final|correct(?:ed)?|right|revised|proposed|updated|fixed)\s)?(?:answer|verdict|response|result|output|correction|corrected(?:\ssentence|\stext|\sversion)?|correct\s(?:sentence|version|text)|sentence|fix|conclusion|judge?ment|assessment|status|incorrect(?:\ssentence)?|wrong(?:\ssentence)?|erroneous(?:\ssentence)?|error(?:\s(?:found|detected|identified|sentence|present|location|in))?|found\serror|yes)(?:\s(?:is|in|would be))?\s?[:.,=–—-]+|(?:the\s)?(?:(?:final|correct)\s)?(?:answer|verdict)\sis)\s*/iu;
const CORRECT =
  /^["'(]{0,4}correct["')]{0,4}(?:[.!]*$|\s?(?:[-–—,;(]|because|since)\s?(?!\d|(?:the )?(?:sentence|line))(?=\p{L}))/iu;
/** The requested word in capitals counts with any text after it. */
const CORRECT_AND_MORE =
  /^["'([]{0,4}CORRECT(?![\p{L}\p{N}])(?!\s(?:SENTENCE|VERSION|TEXT|ANSWER|ID)|\s?[:=]?\s?\d|\s(?:the|this|sentence|or)\s)/u;
/** An ID with a corrected sentence: "4 He is", "[4] He is", "4: he is", "4" */
const LEAD =
  /^["'([]{0,4}(?:(?:sentence|line)\s(?:(?:id|number|no\.?)\s?)?[:#]?\s?|(?:sentence\s?)?id\s?[:#=]?\s?|#\s?)?["'([]{0,4}(\d{1,3})(?!\d)["')\]]{0,4}/iu;
const LEAD_END =
  /^(?:\s?(?:[:.,;)|→]|=>|->|[-–—](?=\s))\s?(?=["'(]?\p{L}|\.{3}|$)|\s(?=["'([]{0,2}\s?(?:\p{Lu}|\d[\d.,]*(?:\s?%|-(?:year|month|week|day))))|\s?:\s(?=\d)|\s?\((?!\d)|\s?\.{3}|\.?$)/u;
const FLAG_AND_ID = /^[01]\s(\d{1,3})\s(?=["']?\p{Lu})/u;
const FLAG =
  /^(?:(?:medical\s)?error(?:s|\s?flag|\s?(?:found|detected|present|exists?))?|has\s?(?:an\s)?(?:medical\s)?errors?|is\s?(?:error|incorrect)|contains\s?(?:an\s)?(?:medical\s)?error|flag|errors?\spresent)\s?[:=?]\s?["']?(yes|no|none|true|false|0|1)(?![\p{L}\p{N}])/iu;
const IS_CORRECT_FLAG = /^(?:is\s?)?(?:text\s?(?:is\s?)?)?correct\s?[:=?]\s?["']?(yes|no|true|false)["']?[.,]?$/iu;
const ID_FORM =
  /^(?:the\s)?(?:id\sof\sthe\s)?(?:(?:incorrect|wrong|erroneous|error|erroneous|faulty|affected|location|errorsentence|incorrectsentence|wrongsentence|sentence)[\s_]?)*(?:sentence[\s_]?|line[\s_]?)?(?:(?:with|containing)\s(?:the|an)\serror\s?)?(?:id|number|index|no\.?|sentence|line|location|#)\s?(?:is|[:=#])\s?["'([]{0,4}(?:(?:sentence|line|id)\s)?(-1|\d{1,3}|none|n\/a|null)(?![\p{L}\p{N}%]|[.,]\d)["')\]]{0,4}/iu;
/** "The sentence with the error is 3." */
const ID_IS =
  /^(?:\p{L}+,?\s){0,4}(?:sentence|line)\s(?!(?:before|after))(?:\p{L}+\s){0,6}is\s(?:sentence\s|number\s|no\.\s?|#\s?|id\s){0,2}["'([]{0,4}(\d{1,3})["')\]]{0,4}(?=[.,:;]|\s?$|\s[-–—(])/iu;
/** Fields that repeat or explain. */
const OTHER_FIELD =
  /^(?:explanation|reason(?:ing)?|rationale|confidence|original(?:\ssentence|\stext)?|note|justification|error\s?type|type|corrected\s?sentence|correction|corrected)\s?:/iu;

type Form = Pick<Claim, "values" | "strength">;

/** A sentence of a reply, split after a phrase such as "Answer: ". */
interface Line {
  readonly text: string;
  readonly isFirst: boolean;
  readonly hasPhrase: boolean;
  readonly body: string;
  readonly strength: 3 | 4;
  /** Where it starts in the reply's text. */
  readonly from: number;
  readonly whole: string;
}

/** Reads a sentence that has the form of an answer. "other": a field that says nothing of the answer. */
function formOf({ text, isFirst, from }: Sentence, whole: string): Form | "other" | undefined {
  const phrase = ANSWER.exec(text)?.[0] ?? "";
  const strength = /final|^so |therefore/i.test(phrase) ? 4 : 3;
  const line = {
    text,
    isFirst,
    hasPhrase: phrase !== "",
    body: text.slice(phrase.length),
    strength,
    from,
    whole,
  } as const;
  const form = flagOf(line) ?? idFieldOf(line) ?? correctOf(line) ?? leadOf(line);
  if (form !== undefined) return form;
  return OTHER_FIELD.test(text) && !/\d/.test(text.slice(0, 40)) ? "other" : undefined;
}

function flagOf({ text, isFirst }: Line): Form | undefined {
  const flag = FLAG.exec(text)?.[1] ?? (isFirst ? inverse(IS_CORRECT_FLAG.exec(text)?.[1]) : undefined);
  if (flag === undefined) return undefined;
  return /^(?:no|none|false|0)$/i.test(flag) ? { values: ["none"], strength: 3 } : { values: ["error"], strength: 1 };
}

function idFieldOf({ text }: Line): Form | undefined {
  const field = ID_FORM.exec(text);
  if (field?.[1] !== undefined && !COUNTED.test(text.slice(field[0].length)))
    return { values: [/^\d/.test(field[1]) ? Number(field[1]) : "none"], strength: 3 };
  const named = ID_IS.exec(text);
  if (named === null || /(?<!\p{L})(?:not|correct|right)(?!\p{L})/iu.test(named[0])) return undefined;
  return { values: [Number(named[1])], strength: 3 };
}

function correctOf({ body, hasPhrase, strength, whole }: Line): Form | undefined {
  const isNone = /^(?:none|no)[.!]*$/i.test(body) && (hasPhrase || whole.trim().length < SHORT);
  return isNone || CORRECT.test(body) || CORRECT_AND_MORE.test(body) ? { values: ["none"], strength } : undefined;
}
/** A reply that is "No." or "None." */
const SHORT = 8;

/** Reads the ID, or the IDs, that a line begins with. */
function leadOf({ body, isFirst, hasPhrase, strength, from, whole }: Line): Form | undefined {
  if (!isFirst && !hasPhrase && !isAfterVerdict(whole, from)) return undefined;
  const several = SEVERAL.exec(body)?.[0];
  if (several !== undefined && (hasPhrase || several.length === body.length))
    return { values: idsIn(several), strength };
  const behindFlag = FLAG_AND_ID.exec(body)?.[1];
  if (behindFlag !== undefined) return { values: [Number(behindFlag)], strength };
  return idOf(body, strength, whole.slice(0, from).trim() === "");
}

/** `isStart`: the reply begins with it. */
function idOf(body: string, strength: Line["strength"], isStart: boolean): Form | undefined {
  const lead = LEAD.exec(body);
  if (lead === null) return undefined;
  const rest = body.slice(lead[0].length);
  if (isVerdictOfRight(rest) || ITEM.test(rest)) return undefined;
  const values = [Number(lead[1])];
  if (LEAD_END.test(rest) || /^\s["'.]+$/.test(rest)) return { values, strength };
  if (VERB_AFTER.test(rest) && WRONG_AFTER.test(rest)) return { values, strength: 2 };
  const isBare = /^\d+$/.test(lead[0]) && isStart;
  return isBare && SMALL_TEXT.test(rest) && !COUNTED.test(rest) ? { values, strength } : undefined;
}

/** "4 - correct", but not "4 Correct doses are given." */
const isVerdictOfRight = (rest: string): boolean => RIGHT_AFTER.test(rest) && !/^\s\p{Lu}/u.test(rest);
/** The first item of a list: "1. Sentence 4 is wrong" */
const ITEM = /^[.)] (?:the )?(?:error in )?(?:sentence|line)\s/iu;
const VERB_AFTER = /^\s(?:is|was|should|must|needs|has|contains|contradicts|wrong|incorrect|erroneous)(?!\p{L})/iu;

const inverse = (flag: string | undefined): string | undefined =>
  flag === undefined ? undefined : /^(?:yes|true)$/i.test(flag) ? "no" : "yes";

/** "Incorrect. 4 He is started" */
const isAfterVerdict = (whole: string, from: number): boolean =>
  /(?:^|\n)\s*(?:incorrect|wrong|error(?: found| detected)?|not correct|yes)[.!:]\s*$/i.test(
    whole.slice(Math.max(0, from - 40), from),
  );

/** Units and things that a number counts. */
const COUNTED =
  /^\s?(?:%|percent|per|µg|[mkµn]?g|[mkd]?l|mmol|mmhg|cm|mm|iu|units?|drops|tablets?|doses?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times|degrees?|(?:medical |clinical )?(?:errors?|mistakes?|sentences?)|patients?|cases?|trials?|others?|are|were|have|of|in|out|to|or|and|by|x)(?!\p{L})/iu;
/** A sentence that begins with a small letter. */
const SMALL_TEXT = /^\s\p{Ll}/u;
const SEVERAL =
  /^["'([]{0,4}(?:(?:either|both)\s)?(?:sentences?\s|ids?\s)?\d{1,3}(?:\s?(?:,|or|and|\/|&|,\s?(?:or|and)|to|-|–)\s?(?:sentence\s)?\d{1,3})+(?![\p{L}\d.%])["')\]]{0,4}(?=[\s.:]|$)/iu;
const idsIn = (text: string): number[] => [...new Set((text.match(/\d+/g) ?? []).map(Number))];

const NUMBERS = "[#\\[(\"']{0,4}\\d{1,3}(?![\\d%]|[.,]\\d)[\\])\"']{0,4}";
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:sentences?|lines?|ids?|statements?)(?:\\s?(?:ids?|numbers?|no\\.|nr\\.))?\\s?[:#]?\\s?${NUMBERS}(?:\\s?(?:(?:,\\s?)?(?:or|and|\\/|&|through|to|[-–])\\s?(?:(?:in\\s)?sentence\\s)?|,\\s?)${NUMBERS})*`,
  "giu",
);
const WRONG_WORD =
  "(?:incorrect|wrong|erroneous|inaccurate|mistaken|false|inappropriate|inconsistent|flawed|problematic|implausible|contraindicated|invalid|faulty|in error|the (?:error|problem|mistake|incorrect|wrong|erroneous)|where the error)";
/** After the name of a sentence: it is wrong. */
const WRONG_AFTER = new RegExp(
  `^["')\\]]*,?\\s?(?:[-–—:|(,]\\s?)?(?:(?:which|that|it)\\s)?(?:(?:is|was|are|looks|seems|appears|must be|has to be|would be|seems to be|appears to be)\\s(?:\\w+ly\\s|the\\s|an?\\s|most\\s|likely\\s){0,3}${WRONG_WORD}|${WRONG_WORD}(?!\\p{L})|(?:contains?|has|includes?|holds|states)\\s(?:\\w+ly\\s)?(?:an?\\s|the\\s)?(?:\\w+\\s){0,2}(?:errors?|mistakes?|inaccuracy|wrong|incorrect|problem)|(?:should|must|needs?|has to|can't be|cannot be|could not be|can not be|is not|isn't|does not (?:fit|match|agree|make)|doesn't (?:fit|match|agree|make)|contradicts?|conflicts?|mis\\p{L}+|(?:incorrectly|wrongly|erroneously|falsely|mistakenly|inappropriately)))(?!\\p{L})|[^.]{0,80}(?:[✗❌]|(?:^|\\s)(?:incorrect|wrong)(?:\\s|[.,;:]|$))`,
  "iu",
);
/** After the name of a sentence: it is right. */
const RIGHT_AFTER =
  /^["')\]]{0,4},?\s?(?:[-–—:|(,]\s?)?(?:(?:is|was|are|looks|seems|appears)\s(?:also\s|\w+ly\s|all\s|both\s){0,3}(?:correct|right|fine|accurate|ok|okay|consistent|appropriate|plausible|good|true|error-free|not (?:wrong|incorrect|in error|erroneous))|(?:contains?|has|have)\sno\s|(?:does|do) not (?:contain|have)|(?:correct|right|fine|ok|okay|✓|✔|✅)(?!\p{L})|(?:accurate|consistent|appropriate|plausible)(?=[\s.,;)]*$)|(?:agrees?|fits?|matches))/iu;
/** Before the name of a sentence: the error is there. */
const WRONG_BEFORE =
  /(?:(?<!\p{L}|no |not |any )(?:error|mistake|problem|inaccuracy|inconsistency|issue|discrepancy|contradiction)(?:\s(?:is|was|lies|occurs|appears|exists|can be|i found|found|identified|located|present|detected|seems to be|must be|would be)){0,3}(?:\s(?:found|located|identified|present|in|within|at|with|on)){0,3}(?:\s(?:the|text|note))*[\s:(]+|(?<!\p{L})(?:incorrect|wrong|erroneous|faulty|inaccurate|problematic|offending)(?:\s(?:sentence|one|line|statement|id))*(?:\s(?:is|was|would be|:))?(?:\s(?:the\s)?)?[\s:(]*|(?<!\p{L})(?:change|replace|fix|correct|revise|rewrite|modify|edit|amend|update|flag|choose|select|pick|blame)(?:s|d|ed)?\s(?:[^.;\n]{0,60}\s(?:in|of|from)\s)?(?:the\s)?|(?<!\p{L})(?:answer|it|that|verdict) is\s|(?:i (?:would|will|'d)?\s?(?:go with|choose|pick|select|say|flag)\s))["'(]{0,4}$/iu;
/** Before the name of a sentence: it is evidence. */
const EVIDENCE_BEFORE =
  /(?<!\p{L})(?:given|based on|according to|per|see|as (?:stated|noted|described|shown|mentioned|reported|documented|indicated|seen|given) (?:in|by)|contradicts?|contradict(?:ed|ing) (?:by)?|contradictory to|contradiction (?:with|to)|inconsistent with|consistent with|conflicts? with|conflicting with|compared (?:to|with)|from|in light of|considering|despite|unlike|because of|due to|as in|refers? to|follows? from|with|supports?|supported by|evidence (?:in|from|of)|by|after|since|as|while|whereas|although|though|not|nor|neither|than)\s(?:the\s)?["'(]{0,4}$/iu;
const NOT_BEFORE =
  /(?<!\p{L})(?:no|not|isn't|without|nor|never|rather than|instead of)\s(?:\p{L}+\s){0,5}["'(]{0,4}$/iu;

/** The sentences of the text that a sentence of the reply names, each with what it says of it. */
function namedIn({ text, from: offset }: Sentence): Found {
  const claims: Claim[] = [];
  const evidence: Claim[] = [];
  const all = [...text.matchAll(NAMED)];
  for (const [i, match] of all.entries()) {
    const end = match.index + match[0].length;
    const place = { from: offset + match.index, to: offset + end, values: idsIn(match[0]) };
    const before = text.slice(
      Math.max(
        all[i - 1] === undefined ? 0 : (all[i - 1]?.index ?? 0) + (all[i - 1]?.[0].length ?? 0),
        match.index - 120,
      ),
      match.index,
    );
    const after = text.slice(end, Math.min(all[i + 1]?.index ?? text.length, end + 120));
    if (RIGHT_AFTER.test(after)) evidence.push({ ...place, strength: 0 });
    else if (WRONG_BEFORE.test(before) && !NOT_BEFORE.test(before)) claims.push({ ...place, strength: 2 });
    else if (isEvidence(before)) evidence.push({ ...place, strength: 0 });
    else if (WRONG_AFTER.test(after)) claims.push({ ...place, strength: 2 });
    else claims.push({ ...place, strength: 0 });
  }
  const isSaid = claims.some(({ strength }) => strength > 0);
  return isSaid
    ? {
        claims: claims.filter(({ strength }) => strength > 0),
        evidence: [...evidence, ...claims.filter(({ strength }) => strength === 0)],
      }
    : { claims, evidence };
}

const isEvidence = (before: string): boolean => EVIDENCE_BEFORE.test(before) || NOT_BEFORE.test(before);

const KINDS =
  "(?:(?:medical|clinical|factual|obvious|apparent|significant|clear|evident|discernible|such|single|real|actual|specific|major|visible|detectable|identifiable|diagnostic|or|and)\\s)*";
const FAULTS = "(?:errors?|mistakes?|inaccurac(?:y|ies)|inconsistenc(?:y|ies)|faults?|discrepanc(?:y|ies))";
const NO_ERROR = new RegExp(
  `(?<!\\p{L})(?:no|zero|0|without(?:\\sany)?|free\\s(?:of|from)(?:\\sany)?|error[- ]free|(?:\\p{L}+n't|not|never|cannot)\\s(?:\\p{L}+\\s){0,2}?(?:an?|any)|nothing)\\s${KINDS}${FAULTS}(?!\\p{L})|(?<!\\p{L})error[- ]free(?!\\p{L})|(?<!\\p{L})(?:nothing|none)\\s(?:is|appears|seems|of (?:it|them|the sentences) (?:is|are))\\s(?:wrong|incorrect|erroneous)|(?<!\\p{L})none\\sof the sentences (?:is|are|contains?|has|have)`,
  "iu",
);
const OTHER_ERRORS = /(?<!\p{L})(?:other|further|additional|more|else|another|remaining)(?!\p{L})/iu;
const IS_RIGHT =
  /(?<!\p{L})(?:text|note|passage|case|document|vignette|narrative|summary|everything|it|report|record|description|(?:all|each|every)(?: of)?(?: the)?(?: \d+)? sentences?|all(?: of it)?|the sentences|content|that|this)\s(?:is|are|appears?(?: to be)?|seems?(?: to be)?|looks?)\s(?:(?:\w+ly|all|both|indeed|therefore|thus|also|medically)\s){0,3}(?:correct|right|accurate|fine|sound|consistent)(?!\p{L})/iu;
const SOME_ERROR = new RegExp(
  `(?<!\\p{L})(?:incorrect|(?:an?|one|1|the|this|is|contains|has|found|identified)\\s${KINDS}(?:error|mistake|inaccuracy|inconsistency)|${FAULTS}\\s(?:was|is|were|found|detected|exists?)|not\\scorrect)(?!\\p{L})`,
  "iu",
);

/** Reads the statement of a sentence about the whole text. */
function saidOf(text: string, { claims, evidence }: Found): Form | undefined {
  if (OTHER_ERRORS.test(text)) return undefined;
  // "no errors in sentences 0 to 8" is of the whole text
  const isOfSentence = [...claims, ...evidence].some(({ values }) => values.length < 2 || values[0] !== 0);
  if (!isOfSentence && NO_ERROR.test(text) && !UNSURE.test(text)) return { values: ["none"], strength: 2 };
  if (
    !isOfSentence &&
    IS_RIGHT.test(text) &&
    !/not (?:\w+ly )?correct|(?<!\p{L})(?:but|except)(?!\p{L})/iu.test(text) &&
    !UNSURE.test(text)
  )
    return { values: ["none"], strength: 2 };
  const [clause = ""] = text.split(/,?\sbut\s/i, 1);
  if (UNSURE.test(clause) || NO_ERROR.test(clause)) return undefined;
  return SOME_ERROR.test(clause) ? { values: ["error"], strength: 1 } : undefined;
}

/** A sentence that leaves open whether there is an error. */
const UNSURE =
  /(?<!\p{L})(?:whether|if there|cannot|can't|unable|could not determine|may|might|could be|unsure|not sure|check|let me|let's|need to|look for|looking for|possible that)(?!\p{L})/iu;
