import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { UNFINISHED_AFTER } from "@medhelm/core/reading/left-out/unfinished";
import { oneOf } from "@medhelm/core/reading/text/pattern";
import type { Sentence } from "@medhelm/core/reading/text/sentences";
import type { Claim } from "./claim.ts";
import { type AfterVerdict, verdictAfter } from "./right-or-wrong.ts";

const { raw } = String;

const NUMBERS = raw`[#\[("']{0,4}\d{1,3}(?![\d%]|[.,]\d)[\])"']{0,4}`;
const BETWEEN = oneOf(raw`\s?(?:,\s?)?(?:or|and|\/|&|through|to|[-–])\s?(?:(?:in\s)?sentence\s)?`, raw`\s?,\s?`);
const NAMED = lazyPattern(
  raw`(?<![\p{L}\p{N}])(?:sentences?|lines?|ids?|statements?|(?<=^|[,.;:]\s)number)(?:\s?(?:ids?|numbers?|no\.|nr\.))?\s?[:#]?\s?${NUMBERS}(?:${BETWEEN}${NUMBERS})*`,
  "iu",
);
const FAULT = raw`(?<!\p{L}|no |not |any )(?:error|mistake|problem|inaccuracy|inconsistency|issue|discrepancy|contradiction|fault|flaw)`;
/** "4 is right, 5 is wrong", "the error is in 7" */
const BARE = lazyPattern(
  oneOf(
    raw`(?<=^|[,;.]\s|(?<!\p{L})(?:and|but|while|so)\s)\d{1,2}(?=\s(?:is|was)\s(?:\w+ly\s)?(?:wrong|incorrect|right|correct|fine|false|true|the (?:error|wrong|incorrect))(?!\p{L})|\s(?:is not|isn't|was not|wasn't)(?=\s*(?:[.,;:!]|$)))`,
    raw`(?<=${FAULT}\s(?:(?:is|was|li[ea]s?|sits|occurs|appears|seems to be|must be|found|located)\s){0,2}(?:in|at|with)\s["'#]?)\d{1,2}(?=["']?(?:\s?[:,;(–—]|\.?\s*$|\.\s|\s-\s))`,
    // "0-3: fine. 4: wrong."
    raw`(?<=^|[,;.]\s)\d{1,2}(?=\s?[:–—-]\s?(?:wrong|incorrect|an? error|error|false)(?:[\s.,;:(–—-]|$))`,
    raw`(?<=\s(?:except|apart from|other than)(?:\sfor)?\s)\d{1,2}(?=\s(?:is|are|looks?|seems?)\s)`,
  ),
  "iu",
);
/** "All sentences except 4 are correct" */
const EXCEPT = raw`(?<!\p{L})(?:all|each|every(?:thing|one)?)(?!\p{L})[^.;:]{0,40}\s(?:except|but|apart from|other than|save)(?:\sfor)?(?:\s(?:the\s)?(?:sentence|line|number))?\s`;
const EXCEPT_BEFORE = lazyPattern(raw`${EXCEPT}["'(]{0,2}$`, "iu");
/** The IDs of a text such as "sentences 3 and 4". */
export const idsIn = (text: string): number[] => [...new Set((text.match(/\d+/g) ?? []).map(Number))];

const ADVERB =
  "(?:therefore|thus|then|clearly|probably|likely|most likely|indeed|actually|instead|rather|only|obviously)";
const LIES = oneOf(
  "is|was|li[ea]\\p{L}*|sits|occurs|appears|exists|can be|i found|found|identified|located|present|detected",
  "seems to be|must be|would be|has to be|comes",
);
const PLACED = "(?:found|located|identified|present|in|within|at|with|on|from)";
const CHANGE = oneOf(
  "change|replace|fix|correct|revise|rewrite|modify|edit|amend|update|flag|choose|select|pick|blame",
);
/** Before the name of a sentence: the error is there. */
const WRONG_BEFORE = lazyPattern(
  oneOf(
    raw`${FAULT}(?:,?\s(?:${LIES}|${ADVERB},?)){0,4}(?:\s${PLACED}){0,3}(?:\s(?:the|text|note))*(?:\s(?:sentence|line|statement)\s(?:with|at|of))?(?:\s(?:the|text|note))*[\s:(]+`,
    raw`(?<!\p{L})(?:incorrect|wrong|erroneous|faulty|inaccurate|problematic|offending)(?:\s(?:sentence|one|line|statement|id))*(?:\s(?:is|was|would be|:))?(?:\s${ADVERB})?(?:\s(?:the\s)?)?[\s:(]*`,
    raw`(?<!\p{L})${CHANGE}(?:s|d|ed)?\s(?:[^.;\n]{0,60}\s(?:in|of|from)\s)?(?:the\s)?`,
    // "croup, not epiglottitis (sentence 4)"
    raw`(?<!\p{L})(?:not|rather than|instead of)\s(?:[\p{L}-]+\s){1,6}\(`,
    raw`(?<!\p{L})(?:answer|it|that|verdict) is\s`,
    raw`(?<!\p{L})i(?:'d|'ll|\s(?:would|will))?\s(?:go with|choose|pick|select|say|flag)\s`,
    // "This is not CORRECT: sentence 10 gives tPA"
    raw`(?<!\p{L})(?:not|isn't)\s(?:\w+ly\s)?["']?correct["']?\s?[:;,.(–—-]\s?`,
  ) + raw`["'(]{0,4}$`,
  "iu",
);
/** "The text is not CORRECT: see sentence 8" */
const SEE_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:error|mistake|wrong|incorrect|not (?:\w+ly )?correct|flawed)["']?\s?(?:[:;,(–—-]|and)\s?(?:please )?(?:see|look at|cf\.?|check|refer to|compare|namely|siehe|voir|véase|ver|见)\s(?:the\s|la\s|l[ae]\s)?["'(]{0,2}$|^(?:please )?(?:see|look at|cf\.?|check|refer to|siehe|voir|véase|ver)\s(?:the\s|l[ae]\s)?["'(]{0,2}$`,
  "iu",
);
/** "Apart from sentence 4, the note is fine." */
const APART_BEFORE =
  /^[^\p{L}]*(?:apart from|aside from|except(?:ing)?(?: for)?|other than|but for|save for|with the exception of|barring)\s(?:the (?:diagnosis|error|one) in\s)?["'(]{0,2}$/iu;
const REST_RIGHT_AFTER =
  /^["')\]]{0,4},?\s(?:the|this|all|every|it|i)(?!\p{L})[^.;]{0,60}(?<!not\s)(?<!\p{L})(?:fine|right|correct|accurate|sound|consistent|ok|okay|no (?:other |further )?(?:errors?|mistakes?|problems?))(?!\p{L})/iu;
/** "Sentence 2 mentions a pregnancy": it says what the text has there, and nothing against it. */
const REPORTS_AFTER = lazyPattern(
  raw`^["')\]]{0,4}\s(?:mentions?|describes?|states?|says|reports?|notes?|documents?|gives?|shows?|t[e]lls?|records?|lists?|names?|refers? to|speaks? of|introduces?|presents?|provides?|explains?|summari[sz]es?|covers?|outlines?|conflicts? with)\s(?![^.;]*(?<!\p{L})(?:but|whereas|instead|should|must|however|rather|wrong\p{L}*|incorrect\p{L}*|not|yet|although|though|error|mistake|mis\p{L}+|erroneous\p{L}*|contraindicated|false\p{L}*)(?!\p{L}))`,
  "iu",
);
/** "Sentence 1 mentions a pregnancy and sentence 3 ..." */
const REPORTS_TOO_BEFORE =
  /^["')\]]{0,4}\s(?:mentions?|describes?|states?|says|reports?|notes?|documents?|gives?|shows?|lists?|names?)\s[^.;:]{0,120}(?:,|(?<!\p{L})(?:and|while|whereas))\s(?:in\s)?["']?$/iu;
/** Before the name of a sentence: it is evidence. */
const EVIDENCE = oneOf(
  "given|based on|according to|per|see|as (?:stated|noted|described|shown|mentioned|reported|documented|indicated|seen|given) (?:in|by)",
  "contradicts?|contradict(?:ed|ing) (?:by)?|contradictory to|contradiction (?:with|to)|inconsistent with|consistent with",
  "conflicts? with|conflicting with|compared (?:to|with)|from|in light of|considering|despite|unlike|because of|due to",
  "as in|refers? to|follows? from|with|supports?|supported by|evidence (?:in|from|of)|by|after|since|as|while|whereas",
  "although|though|not|nor|neither|than",
);
const EVIDENCE_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?<!(?:sentence|line|statement)\s)${EVIDENCE}\s(?:the\s)?["'(]{0,4}$`,
  "iu",
);
/** "as shown by the potassium of 6.7 in ", "as the pregnancy in " */
const EVIDENCE_EARLIER = lazyPattern(
  raw`(?<!\p{L})${EVIDENCE}\s(?:(?!\s(?:is|was|are|were|but|so)\s)[^;:]){1,80}\s(?:in|of|from|by|\()\s?(?:the\s)?["'(]{0,4}$`,
  "iu",
);
/** "Because of the anaphylaxis in sentence 1, a beta-lactam must not be given": the reason begins its sentence. */
const REASON_FIRST =
  /(?:^|[.;:]\s)[^\p{L}]*(?:because of|due to|owing to|given|in view of|in (?:the )?light of|considering|despite|based on|on account of)\s[^.;:]{1,80}\s(?:in|of|from)\s(?:the\s)?$/iu;
/** It says more of the evidence before it: "and the T waves in " */
const AND_BEFORE = /^["')\]]{0,4},?\s(?:and|or|as well as)\s(?:[^.;:]{0,80}\s(?:in|of|from)\s)?(?:the\s)?$/iu;
/** "Sentence 2 might be wrong, and so might " */
const SO_BEFORE = /(?<!\p{L})so (?:is|are|was|does|do|may|might|could|would|must) ["']?$/iu;
/** "A reviewer said ", "My colleague insists that the error is in " */
const SAID_BEFORE = lazyPattern(
  raw`(?<!(?<!\p{L})(?:i|we)(?:'d|'ll)?\s(?:\p{L}+\s){0,2})(?<!\p{L})(?:says?|said|claims?|claimed|thinks|thought|insists?|insisted|argues?|argued|believes?|believed|suspects?|suspected|flagged|maintains?|maintained)\s(?:that\s)?(?:the (?:error|mistake) (?:is|was|li[ea]\p{L}*) in\s)?["']?$`,
  "iu",
);
/** "In sentence 8, hypokalemia should be hyperkalemia" */
const IN_BEFORE = /(?:^|[.;:]\s|,\s(?:but|however)\s|\s)in\s$/iu;
const SHOULD_AFTER = /^["')\]]{0,4},?\s[^.;]{1,60}\s(?:should|must|needs? to|ought to|has to)(?!\p{L})/iu;
/** "the diagnosis in sentence 2, which should be ..." */
const WHICH_SHOULD_AFTER = /^["')\]]{0,4},?\s(?:which|that)\s(?:should|must|needs? to|ought to|has to)(?!\p{L})/iu;
/** "The ECG in sentence 1 does not match the diagnosis in sentence 2, which should be ..." changes the second. */
const DIFFERS_AFTER = lazyPattern(
  raw`^["')\]]{0,4},?\s(?:(?:(?:does|do|did)\s?(?:not|n't)|fails to)\s(?:\p{L}+ly\s)?(?:fit|match|agree|support|square|go|correspond|align)|(?:contradict|conflict|disagree|clash)(?:s|ed)?|(?:is|are)\s(?:\p{L}+ly\s)?(?:inconsistent|incompatible|at odds|in conflict))(?!\p{L})`,
  "iu",
);
const isToChange = (text: string, next: RegExpExecArray | undefined): boolean =>
  next !== undefined && WHICH_SHOULD_AFTER.test(text.slice(next.index + next[0].length, next.index + 200));
/** "croup, not epiglottitis (sentence 4)" denies the diagnosis, and not the sentence. */
const NOT_BEFORE = /(?<!\p{L})(?:no|not|isn't|without|nor|never|rather than|instead of)\s(?:\p{L}+\s){0,5}["']{0,4}$/iu;
/** A sentence that was suspected first. */
const EARLIER_BEFORE =
  /(?<!\p{L})(?:initially|at first|at first glance|originally|first(?! (?:sentence|line|statement))|my first (?:thought|guess|impression)|on first reading)(?!\p{L})(?:(?!(?<!\p{L})but(?!\p{L}))[^.;:]){0,60}$/iu;
/** "I am torn between sentences 4 and 6" */
const BETWEEN_BEFORE =
  /(?<!\p{L})(?:torn|choos\p{L}*|choice|decid\p{L}*|hesitat\p{L}*)\s(?:is\s)?between\s(?:the\s)?$/iu;
/** "I find no error, but if I had to pick one, it would be sentence 4" */
const FORCED_BEFORE =
  /(?:(?<!\p{L})(?:no|not)|n't)\s[^.;]{0,40}(?:errors?|mistakes?)(?!\p{L})[^.;]{0,20}(?:but|though)\s[^.;]{0,10}if\s[^.;]{0,60}$/iu;
/** "I thought that sentence 3 was the problem, but ..." */
const SUSPECTED_BEFORE =
  /(?<!\p{L})i\s(?:(?:had|have|first|also|briefly)\s)?(?:thought|suspected|assumed|believed|considered|wondered about|looked at|(?:was going|was tempted|was inclined|was about) to (?:flag|pick|say|choose|mark)|(?:nearly|almost) (?:flagged|picked|said|chose|marked))\s(?:(?:that|of)\s)?["']?$/iu;
const TURN_AFTER = /(?<!\p{L})(?:but|however|actually|yet)(?!\p{L})/iu;
const EARLIER_AFTER =
  /^["')\]]{0,4}\s(?:(?:\p{L}+ly\s)?(?:seemed|looked|appeared)|(?:(?:initially|originally)\s|(?:at first|initially|originally|first)(?=[\s,;.]))|(?:seems|looks|appears)\s\p{L}+\s(?:at first|initially|but))/iu;

interface Found {
  readonly claims: readonly Claim[];
  /** Sentences that are named as evidence, or as right. */
  readonly evidence: readonly Claim[];
}

/** Finds the sentences of the text that a sentence of the reply names, each with what it says of it. */
export function namedIn({ text, from: offset }: Sentence): Found {
  const claims: Claim[] = [];
  const evidence: Claim[] = [];
  const all = [...NAMED.matchAll(text), ...BARE.matchAll(text)].toSorted((a, b) => a.index - b.index);
  let last: { readonly after: string; readonly verdict: AfterVerdict; readonly said: Role } | undefined;
  for (const [i, match] of all.entries()) {
    const end = match.index + match[0].length;
    const place = { from: offset + match.index, to: offset + end, values: idsIn(match[0]) };
    const previous = all[i - 1];
    const start = previous === undefined ? 0 : previous.index + previous[0].length;
    const before = text.slice(Math.max(start, match.index - 120), match.index);
    const after = text.slice(end, Math.min(all[i + 1]?.index ?? text.length, end + 200));
    const verdict = verdictAfter(after, last);
    const isBeside = DIFFERS_AFTER.test(after) && isToChange(text, all[i + 1]);
    const said = isBeside
      ? "evidence"
      : (saidAfter(last?.said, before, verdict) ?? saidOfSentence(before, after, verdict));
    last = { after, verdict, said };
    (said === "evidence" ? evidence : claims).push({ ...place, strength: said === "wrong" ? "stated" : "named" });
  }
  const stated = claims.filter(({ strength }) => strength === "stated");
  if (stated.length === 0) return { claims, evidence };
  return { claims: stated, evidence: [...evidence, ...claims.filter(({ strength }) => strength === "named")] };
}

type Role = "wrong" | "evidence" | "named";

/** A sentence that shares the verdict on the one named before it: "and so might sentence 2". */
function saidAfter(last: Role | undefined, before: string, verdict: AfterVerdict): Role | undefined {
  if (last === "wrong" && SO_BEFORE.test(before)) return "wrong";
  if (last === "evidence" && verdict === undefined && REPORTS_TOO_BEFORE.test(before)) return "evidence";
  return last === "evidence" && verdict !== "wrong" && AND_BEFORE.test(before) ? "evidence" : undefined;
}

/** Whether the words around the name of a sentence say that it is wrong, or name it as evidence or as right. */
function saidOfSentence(before: string, after: string, verdict: AfterVerdict): Role {
  if (UNFINISHED_AFTER.test(after)) return "evidence";
  if (isOnlyWrong(before, after, verdict)) return "wrong";
  if (verdict === "right" || isOnTheWay(before, after) || SAID_BEFORE.test(before)) return "evidence";
  if ((WRONG_BEFORE.test(before) && !NOT_BEFORE.test(before)) || WHICH_SHOULD_AFTER.test(after)) return "wrong";
  if (SEE_BEFORE.test(before)) return "named";
  if (isEvidence(before, after, verdict)) return "evidence";
  if (verdict === "wrong" || (IN_BEFORE.test(before) && SHOULD_AFTER.test(after))) return "wrong";
  return EVIDENCE_EARLIER.test(before) ? "evidence" : "named";
}

const isEvidence = (before: string, after: string, verdict: AfterVerdict): boolean =>
  (verdict === undefined && (REPORTS_AFTER.test(after) || REASON_FIRST.test(before))) ||
  EVIDENCE_BEFORE.test(before) ||
  NOT_BEFORE.test(before);

/** "All sentences except 4 are correct", "Apart from sentence 4, the note is fine." */
const isOnlyWrong = (before: string, after: string, verdict: AfterVerdict): boolean =>
  (verdict === "right" && EXCEPT_BEFORE.test(before)) || (APART_BEFORE.test(before) && REST_RIGHT_AFTER.test(after));

const isOnTheWay = (before: string, after: string): boolean =>
  (SUSPECTED_BEFORE.test(before) && TURN_AFTER.test(after)) ||
  BETWEEN_BEFORE.test(before) ||
  FORCED_BEFORE.test(before) ||
  EARLIER_BEFORE.test(before) ||
  EARLIER_AFTER.test(after);
