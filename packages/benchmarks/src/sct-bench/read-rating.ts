import { type LazyPattern, lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { isRevisedBefore } from "@medhelm/core/reading/corrections/corrections";
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
import { type ReplyText, spanOf } from "@medhelm/core/reading/text/reply-text";

const KEYS = new Set(
  "answer finalanswer rating finalrating myrating score finalscore likert likertscore likertrating value judgment result output".split(
    " ",
  ),
);
const MOST = 2;
const { raw } = String;
const MEANING = raw`(?:\s?\([^()\n]{1,60}\))?`;
const TO_MOST = raw`\s?(?:to|through|and|\.{2,3}|…|-|–|—)\s?\+?2`;
const EACH = raw`${["-1", "0", raw`\+?1`].map((one) => raw`\s?[,/|]\s?${one}${MEANING}`).join("")}\s?[,/|](?: or)?\s?\+?2`;
/** "a Wells score of 1" is a finding. */
const NAMED_SCORE =
  /(?<!\p{L})(?!(?:The|My|A|This|Final|Likert|Rating|Overall)\s)(?:\p{Lu}[\p{L}\d-]*\s){1,2}(?:score|scale|index)\s(?:of|is|was|:)\s?["'(]?[+-]?\d{1,3}/gu;
/** The scale itself: "from -2 to +2", "(-2, -1, 0, +1, +2)", "from -2 (much less likely) to +2 (much more likely)". */
const SCALE = lazyPattern(
  raw`(?:(?:on|using|of|with) )?(?:(?:a|the) )?(?:(?:likert|rating|five-point|5-point|given) ){0,2}(?:scale )?(?:\((?=[^()\n]{0,20}2))?(?:of |from |between |range of |ranging from )?(?<![\d.])-2${MEANING}(?:${TO_MOST}|${EACH})(?![\d.])${MEANING}\)?(?: scale)?`,
  "iu",
);
/** "on a five-point scale" */
const SCALE_NAMED =
  / (?:on|using|of) (?:an?|the) (?:(?:likert|rating|five-point|5-point|given) ){1,2}scale(?!\p{L})/giu;
const ABOUT = /(?<=\d) or so(?!\p{L})/giu;
const RATING_OF = /(?<!\p{L})(?:rating|score) of (?=["'(]?[+-]?\d)/giu;
const OF_MOST = /\s(?:out )?of \+?2(?![\d.])(?=[^\p{L}\p{N}]*(?:$|\n))/gu;
/** Words that deny an option and say nothing against a rating: "ruled out (-2)". */
const RULED_OUT =
  /(?<!\p{L})(?:rul(?:es?|ed|ing) out|excludes?|excluded|rejects?|rejected|eliminated?|dismissed)(?!\p{L})/giu;
/** "neither supports nor weakens it: 0" */
const NEITHER = /(?<!\p{L})neither\s[^.:;\n]{1,40}\snor\s[^.:;,\n]{1,40}(?=\s?[:;,.–—-])/giu;
/** "-1 | less likely" */
const BEHIND_BAR = /(?<=(?:^|\n)[^\p{L}\n]{0,6}[12])\s?[|:]\s?(?=(?:much |somewhat |slightly |far )?less likely)/giu;
const NOUN =
  /(?<!\p{L})(?:likert\s)?(?:rating|score|assessment|evaluation|value|judge?ment|bewertung|einschätzung|einstufung|évaluation|cotation|note|puntuación|calificación|valoración|avaliação|pontuação|classificação|评分|评级)s?(?=["']?(?:\s(?:for|of) (?:this|the)(?: \w+){1,3})?\s?(?:is|was|lies|stands|sits|falls|lands|would be|should be|must be|:|=|→|[-–—]|\(?[+-]?\d))/giu;
const RATED =
  /(?:(?<=i|i'd|i would|i'll|i will|we|would|should|can|must|be|is|it|this)\s)(?:give|rated?|assign(?:ed)?|scored?|put|set|land|settle on)(?:\s(?:it|this|that|the (?:\w+ ){0,2}\w+|a|an|as|at|of|with|to|new|information|finding|hypothesis|impact|effect|rating|score|answer|(?:answer|likelihood)))*(?=\s["'(]?[+-]?\d)/giu;
/** "the new finding earns a 1" */
const EARNS =
  /(?<!(?:not|never|n't|would|if|could)\s(?:\p{L}+\s)?)(?<=\p{L}\s)(?:earns|deserves|merits|gets|receives|warrants|carries|scores|rates|ranks|lands)\s(?:(?:an?|at|on|about)\s)*(?:(?:rating|score)\s(?:of\s)?)?(?=["'(]?[+-]?\d)/giu;
const NUMBER = lazyPattern(
  raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_.,%$^/]|[\p{L}\p{N})]-)(?:([+\-–—])\s?(\d{1,3})|(\d{1,3}))(?:\.0{1,3})?(?![\p{L}\p{N}_]|[.,]\d|\s?[%^]|/\d|-\p{L}|[-–—]\+?\d)|(?<!\p{L})(plus|minus|positive|negative)\s(one|two|1|2)(?![\p{L}\p{N}])|(?<!\p{L})(zero)(?!\p{L})`,
  "iu",
);
const RANGE = /^\s?(?:to|through|-|–|—|\.{2,3}|…)\s?$/iu;
const WORDS: Readonly<Record<string, number>> = { one: 1, two: 2, "1": 1, "2": 2 };

function mentions(plain: ReplyText, reply: string): Mention<number>[] {
  const { text } = plain;
  const numerals = listNumerals(text);
  const found: Mention<number>[] = [];
  for (const match of NUMBER.matchAll(text)) {
    const from = match.index;
    const to = from + match[0].length;
    const last = found.at(-1);
    const isDash = isDashBefore(match, text);
    const isNear = last !== undefined && from - last.to < NEAR;
    const isRange =
      isNear && RANGE.test(text.slice(last.to, from)) && !isRevisedBefore(text.slice(Math.max(0, from - 80), from));
    if (isDash || isRange) {
      if (isNear) found[found.length - 1] = { ...last, value: undefined, to };
    } else if (!isOther(match, text, numerals)) {
      const rated = valueOf(match, isBulletMinus(plain, reply, from));
      const value = contradicts(rated, text.slice(to, to + REMARK)) ? undefined : rated;
      const isExplicit = match[1] !== undefined || match[4] !== undefined || isInBrackets(text, from, to);
      found.push({ value, from, to, isExplicit, hasCode: true, ...textBehind(text, from, to) });
    }
  }
  return found;
}
/** The text between the ends of a range is at most this long. */
const NEAR = 8;

/** A dash between two words or numbers is no sign: "+1 - 2", "Rating - 2". */
const isDashBefore = ({ 0: all, 1: sign = "+", index }: RegExpExecArray, text: string): boolean =>
  sign !== "+" && /\s/.test(all) && !/[:=]\s?$|is\s$/.test(text.slice(Math.max(0, index - 6), index));

const isOther = (
  { 0: all, 3: unsigned, index }: RegExpExecArray,
  text: string,
  numerals: ReadonlySet<number>,
): boolean => isNumeral(text, index, numerals) || (unsigned !== undefined && isCount(text, index, index + all.length));

const REMARK = 200;
const DIRECTION = lazyPattern(
  raw`^["')\]]{0,3}\s?[(:,;|–—-]{1,2}\s?(?:(?:much|somewhat|slightly|strongly|a (?:lot|little|bit)|far|considerably|the (?:new )?(?:hypothesis|diagnosis|information)|it|this|is|becomes|makes it|has)\s){0,4}(?:(more)|(less)|(?:no (?:effect|change|influence|impact)|neither more nor less|unchanged|neutral))(?:\s(?:likely|probable|plausible))?(?=\s?[).,;\n]|\s?$)`,
  "iu",
);

/** The sentence behind a rating that explains it: ": the finding makes ...", ", because it supports ..." */
const REASON = /^["')\]]{0,3}(?:\s?\(|\s?[:,;.|–—-]\s|\s?\n\s*|\s(?=because|since|as\s))([^.;\n]{3,160})/iu;
const HYPOTHESIS = raw`(?:the|this|that|our|my) (?:(?:new|initial|original|proposed|suspected|working|given|stated) )?(?:hypothesis|diagnosis)(?! of)`;
const DEGREE = raw`(?:(?:now|much|somewhat|slightly|strongly|far|considerably|even|clearly|a (?:lot|little|bit)|more or less) )*`;
const LIKELY = "(?:likely|probable|plausible)";
const CHANCE = raw`(?:the|its) (?:probability|likelihood|chances?|odds|plausibility)(?: (?:of|for|that) (?:${HYPOTHESIS})[^,]{0,20})?(?=[,)]|\s(?:strongly|considerably|slightly|somewhat|markedly)|\s*$)`;
const saying = (comparison: string, changes: string, argues: string): LazyPattern =>
  lazyPattern(
    raw`(?<!\p{L})(?:(?:makes?|making|renders?) (?:${HYPOTHESIS}|it) ${DEGREE}${comparison} ${LIKELY}(?! that)|${HYPOTHESIS} (?:is|becomes|gets|seems|appears) ${DEGREE}${comparison} ${LIKELY}|(?:${changes}) ${CHANCE}|(?:${argues}) ${HYPOTHESIS})(?!\p{L})`,
    "iu",
  );
const SAYS_MORE = saying("more", "increases?|raises?|boosts?|elevates?", "supports?|favou?rs?|confirms?|strengthens?");
const SAYS_LESS = saying(
  "less",
  "decreases?|reduces?|lowers?|diminish(?:es)?",
  "(?:argues?|speaks?|counts?|weighs?)(?: strongly| clearly| heavily| somewhat)? against|contradicts?|weakens?|undermines?|refutes?|(?:practically |virtually |almost |effectively )?(?:excludes?|rules? out|refutes)",
);
/** Words by which a sentence denies, compares or weighs. */
const WEIGHS =
  /n't(?!\p{L})|(?<!\p{L})(?:not|no|neither|nor|never|hardly|barely|without|although|though|but|while|whereas|however|than|alternatives?|others?|another|competing|rather|would|could|if|unless|both|case against|as much as|if|when|equally)(?!\p{L})/iu;

const TURNS = /(?<!\p{L})(?:however|but|yet|still|nevertheless|overall|on balance)(?!\p{L})/iu;

/** Whether the remark behind a rating says the opposite: "+2 (less likely)", "-2: the finding makes the hypothesis more likely". */
function contradicts(rating: number | undefined, remark: string): boolean {
  const said = rating === undefined ? undefined : directionOf(remark);
  return said !== undefined && Math.sign(rating ?? 0) !== said;
}

/** 1 for more likely, -1 for less likely; undefined: the remark does not say. */
function directionOf(remark: string): number | undefined {
  const said = DIRECTION.exec(remark);
  if (said !== null) return (said[1] === undefined ? 0 : 1) - (said[2] === undefined ? 0 : 1);
  const [, reason = ""] = REASON.exec(remark) ?? [];
  const [more, less] = [SAYS_MORE.test(reason), SAYS_LESS.test(reason)];
  return more === less || WEIGHS.test(reason) || TURNS.test(remark) ? undefined : more ? 1 : -1;
}

/** Returns undefined beyond the scale. */
function valueOf([, sign, signed, unsigned, word, named]: RegExpExecArray, isBullet: boolean): number | undefined {
  const size = named === undefined ? Number(signed ?? unsigned ?? 0) : (WORDS[named.toLowerCase()] ?? 0);
  const isSigned = sign !== undefined && sign !== "+";
  const isMinus = isSigned || /^(?:minus|negative)$/i.test(word ?? "") || (unsigned !== undefined && isBullet);
  return size > MOST ? undefined : (isMinus ? -size : size) + 0;
}

/** Whether markdown took the sign of "- 1" on a line of its own for a bullet. */
const isBulletMinus = (text: ReplyText, reply: string, from: number): boolean =>
  /(?:^|\n)[ \t]*[-−–] $/u.test(reply.slice(Math.max(0, spanOf(text, from)[0] - 8), spanOf(text, from)[0]));

/** Reads the rating of a reply, -2 to 2 (profile `corrected`; docs/scoring.md, "SCT-Bench"). The plus sign is optional. */
export const readRating = (reply: string): Reading<number> =>
  readLabel(reply, {
    answers: KEYS,
    words: [
      [SCALE_NAMED, ""],
      [NAMED_SCORE, "finding"],
      [ABOUT, ""],
      [RATING_OF, "answer: "],
      [SCALE, ""],
      [OF_MOST, ""],
      [RULED_OUT, "refutes"],
      [NEITHER, "leaves"],
      [BEHIND_BAR, ", "],
      [NOUN, "answer"],
      [RATED, " choose"],
      [EARNS, "has answer: "],
    ],
    mentions,
  });
