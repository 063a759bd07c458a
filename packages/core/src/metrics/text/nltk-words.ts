import { SPACE, splitWords, WORD_CHARACTER } from "../python-text.ts";
import { sentences } from "./sentences.ts";

/**
 * NLTK's word_tokenize: splits sentences, then words like the Penn Treebank (R. MacIntyre's sed script, with NLTK's additions for quotes
 * and for points before closing brackets). Rules insert spaces around separate tokens.
 */
export function nltkWords(text: string): string[] {
  return sentences(text).flatMap(wordsOfSentence);
}

const W = WORD_CHARACTER;
/** Python's white space, without U+FEFF. */
const S = SPACE.source;
const contraction = (left: string, right: string): readonly [RegExp, string] => [
  new RegExp(`(?<!${W})(${left})(${right})(?!${W})`, "giu"),
  " $1 $2 ",
];

// The order matters: each rule sees the output of the previous ones.
const BEFORE: readonly (readonly [RegExp, string])[] = [
  [/([«“‘„]|`+)/gu, " $1 "],
  [/^"/gu, "``"],
  [/(``)/gu, " $1 "],
  [/([ ([{<])("|'{2})/gu, "$1 `` "],
  [new RegExp(`(')(?!re|ve|ll|m|t|s|d|n)(${W})(?!${W})`, "giu"), "$1 $2"],
  [new RegExp(`([^.])(\\.)([\\])}>"'»”’ ]*)${S}*$`, "gu"), "$1 $2 $3 "],
  [/([:,])([^\p{Nd}])/gu, " $1 $2"],
  [/([:,])$/gu, " $1 "],
  [/\.{2,}/gu, " $& "],
  [/[;@#$%&]/gu, " $& "],
  [new RegExp(`([^.])(\\.)([\\])}>"']*)${S}*$`, "gu"), "$1 $2$3 "],
  [/[?!]/gu, " $& "],
  [/([^'])' /gu, "$1 ' "],
  [/[*]/gu, " $& "],
  [/[\][(){}<>]/gu, " $& "],
  [/--/gu, " -- "],
];

const AFTER: readonly (readonly [RegExp, string])[] = [
  [/([»”’])/gu, " $1 "],
  [/''/gu, " '' "],
  [/"/gu, " '' "],
  [new RegExp(`${S}+`, "gu"), " "],
  [/([^' ])('[sS]|'[mM]|'[dD]|') /gu, "$1 $2 "],
  [/([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /gu, "$1 $2 "],
  contraction("can", "not"),
  contraction("d", "'ye"),
  contraction("gim", "me"),
  contraction("gon", "na"),
  contraction("got", "ta"),
  contraction("lem", "me"),
  contraction("more", "'n"),
  [new RegExp(`(?<!${W})(wan)(na)(?=${S})`, "giu"), " $1 $2 "],
  [new RegExp(` ('t)(is)(?!${W})`, "giu"), " $1 $2 "],
  [new RegExp(` ('t)(was)(?!${W})`, "giu"), " $1 $2 "],
];

function wordsOfSentence(sentence: string): string[] {
  const rewrite = (text: string, rules: typeof BEFORE) =>
    rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
  return splitWords(rewrite(` ${rewrite(sentence, BEFORE)} `, AFTER));
}
