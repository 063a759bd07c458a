import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import type { Mention } from "@medhelm/core/reading/commitments/mention";
import {
  isCount,
  isInBrackets,
  isNumeral,
  listNumerals,
  readLabel,
  textBehind,
} from "@medhelm/core/reading/labels/read-label";
import type { Reading } from "@medhelm/core/reading/reading";
import { oneOf } from "@medhelm/core/reading/text/pattern";

const { raw } = String;

export type Judgment = "0" | "1";

const KEYS = new Set(
  "answer finalanswer judgment judgement label verdict classification prediction result output decision class factuality hallucination hallucinated ishallucinated ishallucination factual isfactual final finaljudgment".split(
    " ",
  ),
);
const NOUN =
  /(?<!\p{L})(?:judge?ment|label|classification|assessment|evaluation|determination|verdict|score|rating|class|category|output|result)(?=["']?(?:\s(?:for|of) (?:this|the)(?: \w+){1,3})?\s?(?:is|was|would be|should be|must be|:|=|→|[-–—] ))/giu;
const JUDGED =
  /(?<!\p{L})(?:classif(?:y|ied)|label(?:l?ed)?|judged?|rated?|mark(?:ed)?|categori[sz]ed?|consider(?:ed)?|deem(?:ed)?|regard(?:ed)?|scored?|flag(?:ged)?)(?:\s(?:it|this|that|them|the (?:\w+ )?(?:answer|response|statement)|this (?:answer|response|statement)))?(?:\s(?:as|to be|a|an|with(?: a)?|being|partially|largely|clearly)){0,4}(?=\s["'(]?(?:[01](?!\d)|not|non|un|hallucin|factual|fabricat))/giu;
const SUBJECT = "(?:answer|response|statement|claim|it|this|there)";
const HOLD = oneOf(
  "contains?|includes?|appears?(?: to (?:be|contain|include))?|seems?(?: to (?:be|contain|include))?|looks?|introduces?",
  "presents?|represents?|constitutes?|qualifies as|counts as|has|is|are",
);
const DEGREE = oneOf(
  "an?|some|likely|probably|clearly|partially|partly|largely|mostly|entirely|completely|purely|obviously|therefore|thus",
  "the|example|instance|case|of|considered|fully|indeed|definitely|highly|most",
);
const HOLDS = lazyPattern(
  raw`(?<!\p{L}|(?:initially|originally|at first)[\s,]{1,2})${SUBJECT}(?:\s(?:clearly|thus|therefore|also|still|definitely|likely|probably))?\s${HOLD}(?:\s${DEGREE})*(?=\s(?:no\s|not|non|un|hallucin|factual|fabricat|made|free))`,
  "iu",
);

/** "Hallucination score: 0" names no class. */
const SCORE_OF =
  /(?<!\p{L})(?:hallucination|factuality)\s(?=(?:score|label|rating|judge?ment|status|flag|class)\s?[:=])/giu;
/** "Contains fabricated numbers": the subject is missing. */
const HOLDS_ALONE =
  /^ ?(?:contains?|includes?|has)(?=\s(?:no\s|hallucin|fabricat|made|factual\s(?:error|inaccura)))/gimu;

const NO = oneOf(
  raw`nicht|keine?|n'est pas(?: une)?|pas d'une|no (?:es|contiene)(?: una?)?|não (?:é|contém)(?: uma)?|sin|sem|sans|ohne`,
  raw`(?:is|does|do|was|are|has|have|can|could|should|would)\s(?:not|never)|(?:is|does|do|was|are|has|ca|could|should|would)n't`,
  raw`not|no|non|without|free (?:of|from)|contains? no|never|nothing(?:\s\w+){0,3}\s(?:is|was)|none\sof(?:\s\w+){1,3}\s(?:is|are)`,
);
const NEGATION_FILLERS = oneOf(
  "appears?|seems?|be|been|a|an|any|contain|contains|include|includes|have|to|entirely|fully|completely|purely|strictly",
  "considered|classified|labell?ed|as|signs?|evidence|of|clear|wholly|100%",
);
const NEGATION = raw`(?:${NO}[\s-]{1,2}(?:${NEGATION_FILLERS}\s){0,5})?`;
const HALLUCINATED = "(?:partially |partly )?hallucinat(?:ed|ions?|ory)";
const HALLUCINATED_ABROAD = raw`hallucinée?s?|halluzin(?:iert\p{L}{0,2}|ation(?:en)?)|alucin(?:ad[ao]s?|aci(?:ón|ones)|ações|ação)|allucina(?:t[ao]|zion[ei])`;
const NOT_FACTUAL = raw`fabricat(?:ed|ions?)|made[- ]up|nonfactual|unfactual|factual(?:ly)?\s(?:errors?|inaccura\w{1,6}|incorrect|wrong|mistakes?|false)`;
const FACTUAL = "factual(?:ly (?:correct|accurate|supported|right))?|faktisch(?: (?:korrekt|richtig))?|factuel(?:le)?";
/** What may follow: "information is detected: yes" */
const OBJECT = raw`(?:\s(?:information|content|details?|claims?|answer|material|statements?|facts?|elements?|data))?`;
const IS_FOUND = raw`(?:\s(?:is |was |were |has been |have been )?(?:detected|found|present|identified))?`;
const TRUTH = raw`(?:\s?[:?=]\s?(yes|no(?! \p{L})|true|false)(?!\p{L}))?`;
const WORD = lazyPattern(
  raw`(?<![\p{L}\p{N}])(${NEGATION})(${HALLUCINATED}|${HALLUCINATED_ABROAD}|${NOT_FACTUAL}|(${FACTUAL}))(?![\p{L}]|-\p{L}|\s(?:knowledge|basis|question|except|apart))${OBJECT}${IS_FOUND}${TRUTH}`,
  "iu",
);
const DIGIT = lazyPattern(
  raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_.,/%+$^-]|\d[\s,]?[-–])[01](?:\.0{1,3})?(?![\p{L}\p{N}_]|[.,]\d|\s?[%/^]|[-–]\d|-\p{L})`,
  "u",
);
/** The start of a line, or what follows "Answer:" there. */
const LINE_START = /(?:^|\n)(?:[^\n:]{1,24}:)?[\s"'([]*$/;
/** The text between a digit and the word that repeats it. */
const REPEATED =
  /^["')\]]*[\s,.:;=→|(–—-]{0,4}(?:(?:that is|i\.e\.|meaning|means|indicating|which means|since|because)[\s,:]*)?(?:(?:it|this|the (?:provided |given )?answer|it's|is|are|the|a|an|contains?|,)\s)*["'([]*$/iu;

/** "It is unclear whether the answer is hallucinated" */
const OPEN_BEFORE = /(?<!\p{L})(?:whether|decide if|tell if|judge if|determine if|check if)(?!\p{L})[^.\n]*$/iu;

/** A digit as a word that is a line of its own. */
const DIGIT_WORD = /(?<=(?:^|\n)(?:[^\n:]{1,20}:)?[\s"'([]{0,4})(?:(zero)|one)(?=["')\].!]*\s*(?:$|\n))/giu;
const digitWords = (text: string): Mention<Judgment>[] =>
  [...text.matchAll(DIGIT_WORD)].map(({ 0: word, 1: zero, index }) => ({
    value: zero === undefined ? "1" : "0",
    from: index,
    to: index + word.length,
    isExplicit: true,
    hasCode: true,
  }));

function words(text: string): Mention<Judgment>[] {
  return [...WORD.matchAll(text)].flatMap((match) => {
    const [all, negation = "", , factual, verdict] = match;
    if (OPEN_BEFORE.test(text.slice(Math.max(0, match.index - 80), match.index))) return [];
    const isDenied = (negation !== "") !== /^(?:no|false)$/i.test(verdict ?? "");
    const value = (factual === undefined) === isDenied ? "0" : "1";
    return [{ value, from: match.index, to: match.index + all.length, isExplicit: true }];
  });
}

function digits(text: string): Mention<Judgment>[] {
  const numerals = listNumerals(text);
  return [...DIGIT.matchAll(text)].flatMap((match) => {
    const [from, to] = [match.index, match.index + match[0].length];
    if (isNumeral(text, from, numerals) || isCount(text, from, to)) return [];
    const value = match[0].startsWith("0") ? "0" : "1";
    return [
      { value, from, to, isExplicit: isInBrackets(text, from, to), hasCode: true, ...textBehind(text, from, to) },
    ];
  });
}

/** "1 - the answer is fully supported by the text", "0 (not supported by the passage)": the remark says the opposite. */
const isContradicted = (text: string, { value, to }: Mention<Judgment>): boolean =>
  (value === "1" ? SUPPORTED : UNSUPPORTED).test(text.slice(to, to + 120).split(/[.;\n]/u, 1)[0] ?? "");
const REMARK = String.raw`^["')\]*]*\s?(?:[:=–—,(-]|because|since|as)\s?(?:because\s|since\s|as\s)?`;
const OF_ANSWER = String.raw`(?:(?:it|this|that|the (?:\w+ )?(?:answer|response|statement)|every (?:claim|statement|fact)|everything|all (?:claims|statements|facts))\s)`;
const TRUE = "(?:supported|accurate|correct|consistent with|grounded in|backed by|faithful)";
const SUPPORTED = lazyPattern(
  String.raw`${REMARK}(?:${OF_ANSWER}(?:is|are)\s)?(?:\w+ly\s|all\s|well\s)*${TRUE}(?!\p{L})`,
  "iu",
);
const UNSUPPORTED = lazyPattern(
  String.raw`${REMARK}${OF_ANSWER}?(?:(?:(?:is|are)\s)?(?:not\s(?:\w+ly\s)?(?:supported|accurate|correct)|unsupported|inaccurate)|(?:\w+ly\s)?(?:contradicts?|conflicts? with))(?!\p{L})`,
  "iu",
);

/** Joins a digit and the word that repeats it; they contradict each other if they say the opposite. */
function mentions(text: string): Mention<Judgment>[] {
  const joined: Mention<Judgment>[] = [];
  const pairs = new Set<Mention<Judgment> | undefined>();
  const coded = [...digits(text), ...digitWords(text)].map((one) =>
    isContradicted(text, one) ? { ...one, value: undefined } : one,
  );
  for (const one of [...words(text), ...coded].toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    const isPair = last !== undefined && !pairs.has(last) && (last.hasCode === true) !== (one.hasCode === true);
    if (isPair && one.from - last.to < 60 && REPEATED.test(text.slice(last.to, one.from))) {
      joined[joined.length - 1] = {
        value: last.value === one.value ? one.value : undefined,
        from: last.from,
        to: one.to,
        isExplicit: true,
        ...(LINE_START.test(text.slice(Math.max(0, last.from - 32), last.from)) ? { label: one.to } : {}),
      };
      pairs.add(joined.at(-1));
    } else joined.push(one);
  }
  return joined;
}

/** Reads the judgment of a reply: "0" for factual, "1" for hallucinated (profile `corrected`; docs/scoring.md, "MedHallu"). */
export const readJudgment = (reply: string): Reading<Judgment> =>
  readLabel(reply, {
    answers: KEYS,
    words: [
      [FREE_HAN, " not hallucinated "],
      [HALLUCINATED_HAN, " hallucinated "],
      [FACTUAL_HAN, " factual "],
      [/(?<=(?:^|\n)(?:[^\n:]{1,20}:)? ?)class (?=[01](?!\d))/giu, "answer: "],
      [SCORE_OF, ""],
      [ASKED_YES, "answer: 1"],
      [ASKED_NO, "answer: 0"],
      [HOLDS, "answer is"],
      [HOLDS_ALONE, "answer is"],
      [NOUN, "answer"],
      [JUDGED, "answer:"],
    ],
    mentions: ({ text }) => mentions(text),
    wordsFor,
  });

/** Chinese and Japanese words have no spaces between them. */
const FREE_HAN =
  /(?:不是|并非|不属于|不存在|不含有?|没有?|未(?:发现|出现|产生)?|非|无)(?:任何|明显)?的?幻觉|(?:ハルシネーション|幻覚)(?:は|では)(?:ありません|ない|見られません|含まれていません)/gu;
const HALLUCINATED_HAN = /(?:存在|包含|含有|出现|产生)?幻觉(?:内容)?|ハルシネーション(?:です|があります|を含みます)?/gu;
const FACTUAL_HAN = /(?<!不|非|未)(?:符合|基于|忠于)(?:事实|原文)|(?<!不|非)属实|(?<!不|非)事实性的?/gu;

/** "Is it hallucinated? Yes" */
const ASKED = String.raw`(?<=^|\n|[.!]\s)(?:is|are|does|do|was)\s(?![^?\n]{0,80}(?<!\p{L})(?:not|no|factual)(?!\p{L}))[^?\n]{0,80}(?:hallucinat|fabricat)[^?\n]{0,40}\?\s?["'(]?`;
const ASKED_YES = lazyPattern(String.raw`${ASKED}yes(?!\p{L})`, "iu");
const ASKED_NO = lazyPattern(String.raw`${ASKED}no(?!\p{L})`, "iu");

/** The judgment of a truth value under a key that names what it is about: `{"hallucination": false}`. */
function wordsFor(key: string, value: string): Judgment | undefined {
  const said = /^(?:(true|yes)|false|no)$/i.exec(value);
  if (said === null) return undefined;
  const isTrue = said[1] !== undefined;
  if (/hallucinat/.test(key)) return isTrue ? "1" : "0";
  return /^(?:is)?factual$/.test(key) ? (isTrue ? "0" : "1") : undefined;
}
