import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isCorrectedBefore, isRevisedBefore } from "../corrections/corrections.ts";
import { oneOf } from "../text/pattern.ts";
import {
  CHOSEN_BEFORE,
  DECIDES_BEFORE,
  EMPTY_BEFORE,
  EXCEPT_BEFORE,
  LEAVES_BEFORE,
  MAKES_BEFORE,
  ONLY_BEFORE,
  POINTED_BEFORE,
  STATED_BEFORE,
  WANTED_BEFORE,
} from "../commitments/phrases.ts";
import { LEADS_AFTER, RIGHT_AFTER } from "../commitments/phrases-after.ts";

const { raw } = String;

/** letter -> text of the option */
export type Options = Readonly<Record<string, string>>;

/** A letter, or the text of an option, at a place of a text. */
export interface Token {
  readonly kind: "letter" | "text";
  readonly value: string;
  readonly from: number;
  readonly to: number;
  readonly isExplicit: boolean;
}

/** A reply in a loop may name options more often. The places in the middle add nothing. */
const MOST = 1000;
export const firstAndLast = <T>(all: T[]): T[] =>
  all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all;

const LETTER = lazyPattern(
  raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_]|\p{L}')(?<![\p{L}\p{N}][-.])[A-Za-z](?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_]|'\p{L}|[-–]\p{L})`,
  "u",
);
const LINK_WORDS = oneOf(
  "is|was|be|been|are|not|nor|neither|or|and|than|over|with|for|so|to|towards?|of|of:|that|on|as|it's|that's|i'm|the|from|a|o|but|while",
  "though|although|does|whether|whereas|because|since|if|why|how|thus|hence|therefore|then|also|only|instead|between|among|versus|vs\\.?|against|either|both|except",
);
const NOUNS = oneOf(
  "options?|choices?|answers?|answered|proposition|choix|letter|alternative|final|correct|ans|reply|response",
);
const VERBS = oneOf(
  "keep|keeping|retain|pick|picked|choose|chose|choosing|select|selected|selecting|recommend|prefer|favou?r|say|says|said|think|guess|believe|vote|meant",
  "exclude[sd]?|excluding|eliminate[sd]?|rules?|out|considered|leaves?|leaving|lean|leaning|take|takes|taking",
);
const ADVERBS = oneOf(
  "definitely|probably|likely|clearly|maybe|perhaps|possibly|alternatively|now|still|rather|doubt|indeed",
);
const ABROAD_BEFORE = oneOf(
  "to|là|är|adalah|aber|pero|però|jedoch|somit|also|daher|dann|donc|alors|entonces|então|quindi|perciò|portanto|la|le|el|die|der|das|es|est|ist|é|è|y|e|u|et|ou|und|oder|sino|sondern|mais|mas|nicht|no|não|pas|se|है",
  "optionen|opções|opción|opciones|respuesta|réponse|opção|resposta|alternativa|antwort|letra|buchstabe|lettre|wähle|elijo|escolho|choisis",
  "विकल्प|उत्तर|और|या|هي|هو|الخيار|أو|و",
);
/** Words before a letter that is an option, and not part of a name such as "hepatitis B". */
const WORD_BEFORE = lazyPattern(raw`(?:^|[\s("'[])${oneOf(LINK_WORDS, NOUNS, VERBS, ADVERBS, ABROAD_BEFORE)}$`, "iu");
const AUXILIARIES = oneOf(
  "is|was|are|were|would|will|can|could|cannot|can't|should|must|may|might|has|had|does|doesn't|did|isn't|wasn't|being|to|are",
);
const ANSWER_VERBS = oneOf(
  "seems?|looks?|appears?|fits?|fails?|matches|remains?|describes?|represents?|refers?|states?|says|lacks?|explains?|applies|works|makes",
  "accounts|covers|satisfies|captures|reflects|corresponds|agrees",
);
const CONNECTIVES = oneOf(
  "because|since|as|due|and|or|nor|over|rather|instead|not|but|if|only|given|maybe|most|probably|without|what|while|whereas",
  "at(?= first)|initially|originally|either|neither|for|by|on|in|vs\\.?|versus|than|with|when|unless|then|alone|although|though|however|so|also|both|the|it|i|here|too",
);
const VERDICTS = oneOf(
  "best|correct|incorrect|wrong|right|no|yes|true|false|answer|final|explanation|reason|reasoning|rationale|therefore",
);
const ABROAD_AFTER = oneOf(
  "ist|sind|est|sont|es|son|é|são|y|o|e|ou|et|und|oder|porque|car|weil|है|और|या|हो|هو|هي|لأن|أو|و|wählen|nehmen|sagen",
  "trifft|está|richtig|korrekt|falsch|zutreffend|sino|sondern|mais|mas|maar|übrig|scheidet|scheiden|passt|fällt|entfällt|kommt|ebenfalls|auch|également|aussi|también|também",
);
/** Words after a letter that is an option: "B is", "A because"; other words belong to a name or follow an article. */
const WORD_AFTER = lazyPattern(
  raw`^${oneOf(AUXILIARIES, ANSWER_VERBS, CONNECTIVES, VERDICTS, ABROAD_AFTER)}(?!\p{L})`,
  "iu",
);
const LOWER_AFTER = /^["')\]*]*(?:[.,;:)\]"'*!]*(?:$|\n)|[.)\]:]\s)/u;

/** Finds the letters of a text that name an option. `texts`: the options' texts in it, in order. */
export function letterTokens(text: string, options: Options, texts: readonly Token[]): Token[] {
  const found: Token[] = [];
  const textAt = new Map(texts.map((token) => [token.from, token.value]));
  const all = [...LETTER.matchAll(text)].filter((match) => Object.hasOwn(options, match[0].toUpperCase()));
  for (const match of firstAndLast(all)) {
    const value = match[0].toUpperCase();
    const from = match.index;
    const to = from + 1;
    const before = text.slice(Math.max(0, from - 40), from);
    const after = text.slice(to, to + 40);
    const isLabel = textAt.get(to + (OWN_TEXT_AFTER.exec(after)?.[0].length ?? 0)) === value;
    const bracketed = /[([<"']\s?$/.test(before) && /^\s?[)\]>"']/.test(after);
    const introduced =
      /(?:^|[^\p{L}])(?:option|choice|answer|letter|opción|réponse|opção|alternativa|antwort|resposta|respuesta)s?:?[^\S\n]+["'([]*$/iu.test(
        before,
      );
    const isExplicit = bracketed || introduced;
    const isNamed =
      match[0] === value
        ? isExplicit || isOption(value, before, after)
        : isSmallOption(before, after, bracketed, introduced);
    const isWord = introduced && !bracketed && isArticleOrPronoun(value, after);
    if (isLabel || (isNamed && !isWord)) found.push({ kind: "letter", value, from, to, isExplicit });
  }
  return found;
}

/** "Answer: A beta blocker", "Answer: I cannot say", "Answer: I'd choose G" name no option. */
const isArticleOrPronoun = (value: string, after: string): boolean =>
  (value === "A" && /^ \p{L}/u.test(after) && !WORD_AFTER.test(after.trimStart())) ||
  (value === "I" &&
    /^(?:['’](?:d|m|ve|ll)(?!\p{L})| (?!because|since|as |is |and |or |for |due |in |with |fits)\p{Ll})/u.test(after));

/** The mark between a letter and the text of its option. */
const OWN_TEXT_AFTER = /^["')\]*]{0,3} ?[.):]["')\]*]{0,3}\s{0,3}/;

/** "b", "(b)", "b) text", "Answer: b", "option b": a small letter without other text on its line. */
const isSmallOption = (before: string, after: string, bracketed: boolean, introduced: boolean): boolean =>
  (bracketed && /(?:^|[\s:])[([<"']\s?$/.test(before)) ||
  (LOWER_AFTER.test(after) &&
    (introduced ||
      /(?:^|\n)[\s"'([*]*$/.test(before) ||
      /(?:answer|antwort|réponse|respuesta|resposta|is|option)\s*[:=–-]?\s*["'([*]*$/iu.test(before)));

/** Whether a capital is an option, and neither an article, a pronoun nor part of a name. */
const isOption = (letter: string, before: string, after: string): boolean =>
  JOINED_BEFORE.test(before) ||
  (ONLY_BEFORE.test(before) && VERB_AFTER.test(after)) ||
  EXCEPT_BEFORE.test(before) ||
  (mayPrecede(letter, after) && mayFollow(before, after));
/** "No diagnosis other than E accounts for the ..." */
const VERB_AFTER = /^\s\p{Ll}+s\s(?:the|it|this|that|for|an?|all|both|these|his|her)(?!\p{L})/u;
/** "The answer is A or B depending on ..." */
const JOINED_BEFORE =
  /(?:^|[:.;(]\s?|(?:is|are|be|either|between|options?|answers?|choose|pick|say)\s)["'(*]{0,2}[A-J]["')*]{0,2}\s?(?:or|\/)\s?["'(*]{0,2}$/iu;

const PRONOUN_AFTER =
  /^\s+(?:would|will|can|could|was|had|has|think|am|have|do|did|must|should|may|might|cannot|can't|also|only)(?!\p{L})/iu;

/** Whether the text after a letter leaves it an option. */
function mayPrecede(letter: string, after: string): boolean {
  const next = after.replace(/^["'*]+/, "");
  if (SPECIES.test(after) || (letter === "I" && PRONOUN_AFTER.test(next))) return false;
  if (!/^[ ]*[\p{L}\p{N}]/u.test(next)) return true;
  if (!/^\s/.test(next)) return !/^\p{Script=Latin}/u.test(next);
  return (
    WORD_AFTER.test(next.trimStart()) ||
    LEADS_AFTER.test(next) ||
    RIGHT_AFTER.test(next) ||
    isLetterList(next) ||
    !/^\s+[\p{Script=Latin}\p{N}]/u.test(next)
  );
}

const LINE_START = /(?:^|\n)["'([*\s]*$/;
/** Names that end with a letter: vitamin, hepatitis, type, group. */
const NAME_BEFORE =
  /(?:[素型肝群类類期级級ンニ]|비타민|간염|유형|그룹|فيتامين|الكبد|النوع|فصيلة|विटामिन|हेपेटाइटिस|टाइप|समूह)$/u;

/** Whether the text before a letter leaves it an option. */
function mayFollow(before: string, after: string): boolean {
  const head = before.replace(/["'([*\s]+$/, "");
  if (/^\.\p{L}/u.test(after)) return LINE_START.test(before) || STATED_BEFORE.test(before);
  if (LINE_START.test(before)) return true;
  if (!/[\p{L}\p{M}\p{N}]$/u.test(head)) return !head.endsWith("%");
  if (
    /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u.test(
      head,
    )
  )
    return !NAME_BEFORE.test(head);
  if (EMPTY_BEFORE.test(before.slice(before.lastIndexOf("\n") + 1))) return true;
  const phrases = [WORD_BEFORE, LETTER_BEFORE];
  return (
    phrases.some((one) => one.test(head)) ||
    PHRASES_BEFORE.some((one) => one.test(before)) ||
    isCorrectedBefore(before) ||
    isRevisedBefore(before)
  );
}

const PHRASES_BEFORE = [
  STATED_BEFORE,
  CHOSEN_BEFORE,
  POINTED_BEFORE,
  MAKES_BEFORE,
  LEAVES_BEFORE,
  DECIDES_BEFORE,
  WANTED_BEFORE,
];
const LETTER_BEFORE = /(?<![\p{L}\p{N}])[A-J]$/u;

/** "C. difficile" */
const SPECIES = /^\. \p{Ll}{3,}(?:us|ae|a|i|um|is|es|ile|on|ens)(?!\p{L})/u;

/** A row of letters: "A B C D". */
const isLetterList = (next: string): boolean => /^\s+[A-J](?![\p{L}\p{N}])/u.test(next);
