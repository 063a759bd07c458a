import { isCorrectedBefore, isRevisedBefore } from "./corrections.ts";
import { normalizeText } from "./normalize-characters.ts";
import type { Mention } from "./mention.ts";
import { CHOSEN_BEFORE, EMPTY_BEFORE, MAKES_BEFORE, POINTED_BEFORE, STATED_BEFORE } from "./phrases.ts";
import { prepare } from "./prepare.ts";

/** letter -> text of the option */
export type Options = Readonly<Record<string, string>>;

interface Token {
  readonly kind: "letter" | "text";
  readonly value: string;
  readonly from: number;
  readonly to: number;
  readonly isExplicit: boolean;
}

/** Finds all places that name an option: by its letter, by its text word for word, or by both. */
export function optionMentions(text: string, options: Options): Mention<string>[] {
  const texts = textTokens(text, options);
  let next = 0;
  const letters = letterTokens(text, options, texts).filter(({ from }) => {
    while ((texts[next]?.to ?? text.length) <= from) next++;
    return (texts[next]?.from ?? text.length) > from;
  });
  const tokens = [...texts, ...letters].toSorted((a, b) => a.from - b.from);
  return merged(text, tokens);
}

const LOWER = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : Array.from({ length: text.length }, (_, i) => {
        const one = text.charAt(i).toLowerCase();
        return one.length === 1 ? one : text.charAt(i);
      }).join("");
};

/** The text of an option as a reply would have it. */
export function plainOption(option: string): string {
  const prepared = prepare(option, { answers: new Set() });
  const plain = prepared.kind === "prepared" ? prepared.text.text : normalizeText(option);
  return LOWER(plain)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.;,]+$/, "");
}

/** "no" before a noun is no label: "no creatinine above 1.5". */
const DETERMINER =
  /^ (?!because|since|as |for |due|but|although|though|while|and |or |is |was |seems|appears|would|given|not |in |on |at |to |with )\p{L}/u;
const ARTICLE = /^(?:a|an|the|el|la|le|les|der|die|das|o|os|as)\s+/;
const WORD = /[\p{L}\p{N}_]/u;

/** The longest option's text at each place. */
function textTokens(text: string, options: Options): Token[] {
  const lower = LOWER(text);
  const found: Token[] = [];
  for (const [value, option] of Object.entries(options)) {
    const plain = plainOption(option);
    if (plain.length < 2 || plain === value.toLowerCase()) continue;
    const short = plain.replace(ARTICLE, "");
    for (const needle of short.length > 3 && short !== plain ? [plain, short] : [plain])
      for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, at + needle.length)) {
        const to = at + needle.length;
        if (!isWhole(lower, at, to) || (plain === "no" && DETERMINER.test(lower.slice(to, to + 40)))) continue;
        found.push({ kind: "text", value, from: at, to, isExplicit: true });
      }
  }
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const longest: Token[] = [];
  for (const token of found) {
    const last = longest.at(-1);
    if (last === undefined || token.from >= last.to) longest.push(token);
  }
  return firstAndLast(longest);
}

/** A loop may name options more often than that; the places in the middle add nothing. */
const MOST = 1000;
const firstAndLast = <T>(all: T[]): T[] => (all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all);

/** Han and kana have no spaces between words. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const isEdge = (inner: string, outer: string): boolean =>
  !WORD.test(inner) || !WORD.test(outer) || SPACELESS.test(inner) || SPACELESS.test(outer);

function isWhole(text: string, from: number, to: number): boolean {
  return (
    isEdge(text.charAt(from), text.charAt(from - 1)) &&
    isEdge(text.charAt(to - 1), text.charAt(to)) &&
    !/^[-–]\p{L}/u.test(text.slice(to, to + 2)) &&
    !/[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, from - 2), from)) &&
    !/^[.,]\d/.test(text.slice(to, to + 2))
  );
}

const LETTER =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_]|\p{L}')(?<![\p{L}\p{N}][-.])[A-Za-z](?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_]|'\p{L}|[-–]\p{L})/gu;
/** Words before a letter that is an option, and not part of a name such as "hepatitis B". */
const WORD_BEFORE =
  /(?:^|[\s("'[])(?:is|was|be|been|are|not|nor|neither|or|and|than|over|with|for|so|to|towards?|of|of:|option|options|choice|choices|answer|answers|answered|letter|alternative|pick|picked|choose|chose|choosing|select|selected|selecting|recommend|prefer|favou?r|say|think|guess|believe|vote|either|both|exclude[sd]?|excluding|eliminate[sd]?|rules?|out|except|why|how|thus|therefore|hence|then|also|only|instead|considered|between|among|versus|vs\.?|against|leaves?|leaving|that|on|as|it's|that's|i'm|definitely|probably|likely|clearly|maybe|perhaps|possibly|now|still|la|le|el|die|der|das|es|est|ist|é|è|a|o|y|e|u|et|ou|und|oder|sino|sondern|mais|mas|rather|opción|opciones|respuesta|réponse|opção|resposta|alternativa|antwort|letra|buchstabe|lettre|wähle|elijo|escolho|choisis|nicht|no|não|pas|meant|से|है|विकल्प|उत्तर|और|या|هي|هو|الخيار|أو|و|the|final|correct|ans|but|while|whereas|because|since|if|reply|response)$/iu;
/** Words after a letter that is an option: "B is", "A because"; other words belong to a name or follow an article. */
const WORD_AFTER =
  /^(?:is|was|are|were|would|will|can|could|cannot|can't|should|must|may|might|has|had|does|doesn't|did|isn't|wasn't|seems?|looks?|appears?|fits?|matches|because|since|as|due|and|or|nor|over|rather|instead|not|but|if|only|given|maybe|most|probably|without|i|what|while|whereas|remains?|describes?|represents?|refers?|states?|says|lacks?|explains?|best|correct|incorrect|wrong|right|for|by|on|in|vs\.?|versus|than|with|when|unless|over|then|it|makes?|being|alone|although|though|however|so|since|applies|works|also|both|to|are|ist|sind|est|sont|es|son|é|são|y|o|e|ou|et|und|oder|porque|car|weil|है|और|या|हो|هو|هي|لأن|أو|و|no|yes|true|false|the|wählen|nehmen|sagen|answer|final|explanation|reason|reasoning|rationale|therefore)(?![\p{L}])/iu;
const LOWER_AFTER = /^["')\]*]*(?:[.,;:)\]"'*!]*(?:$|\n)|[.)\]:]\s)/u;

function letterTokens(text: string, options: Options, texts: readonly Token[]): Token[] {
  const found: Token[] = [];
  const textAt = new Map(texts.map((token) => [token.from, token.value]));
  const all = [...text.matchAll(LETTER)].filter((match) => Object.hasOwn(options, match[0].toUpperCase()));
  for (const match of firstAndLast(all)) {
    const value = match[0].toUpperCase();
    const from = match.index;
    const to = from + 1;
    const before = text.slice(Math.max(0, from - 40), from);
    const after = text.slice(to, to + 40);
    const isLabel = textAt.get(to + (OWN_TEXT_AFTER.exec(after)?.[0].length ?? 0)) === value;
    const bracketed = /[([<"']\s?$/.test(before) && /^\s?[)\]>"']/.test(after);
    const introduced =
      /(?:^|[^\p{L}])(?:option|choice|answer|letter|opción|réponse|opção|alternativa|antwort|resposta|respuesta)s?:?\s+["'([]*$/iu.test(
        before,
      );
    const isExplicit = bracketed || introduced;
    const isNamed =
      match[0] === value
        ? isExplicit || isOption(value, before, after)
        : isSmallOption(before, after, bracketed, introduced);
    const isArticle =
      introduced && !bracketed && value === "A" && /^ \p{L}/u.test(after) && !WORD_AFTER.test(after.trimStart());
    if (isLabel || (isNamed && !isArticle)) found.push({ kind: "letter", value, from, to, isExplicit });
  }
  return found;
}

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
  mayPrecede(letter, after) && mayFollow(before, after);

const PRONOUN_AFTER =
  /^\s+(?:would|will|can|could|was|had|has|think|am|have|do|did|must|should|may|might|cannot|can't|also|only)(?!\p{L})/iu;

/** Whether the text after a letter leaves it an option. */
function mayPrecede(letter: string, after: string): boolean {
  const next = after.replace(/^["'*]+/, "");
  if (SPECIES.test(after) || (letter === "I" && PRONOUN_AFTER.test(next))) return false;
  if (!/^[ ]*[\p{L}\p{N}]/u.test(next)) return true;
  if (!/^\s/.test(next)) return !/^\p{Script=Latin}/u.test(next);
  return WORD_AFTER.test(next.trimStart()) || isLetterList(next) || !/^\s+[\p{Script=Latin}\p{N}]/u.test(next);
}

const LINE_START = /(?:^|\n)["'([*\s]*$/;
/** Names that end with a letter: vitamin, hepatitis, type, group. */
const NAME_BEFORE = /(?:[素型肝群类類期级級ンニ]|فيتامين|الكبد|النوع|فصيلة|विटामिन|हेपेटाइटिस|टाइप|समूह)$/u;

/** Whether the text before a letter leaves it an option. */
function mayFollow(before: string, after: string): boolean {
  const head = before.replace(/["'([*\s]+$/, "");
  if (/^\.\p{L}/u.test(after)) return LINE_START.test(before) || STATED_BEFORE.test(before);
  if (LINE_START.test(before)) return true;
  if (!/[\p{L}\p{M}\p{N}]$/u.test(head)) return !head.endsWith("%");
  if (/[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(head))
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

const PHRASES_BEFORE = [STATED_BEFORE, CHOSEN_BEFORE, POINTED_BEFORE, MAKES_BEFORE];
const LETTER_BEFORE = /(?<![\p{L}\p{N}])[A-J]$/u;

/** "C. difficile" */
const SPECIES = /^\. \p{Ll}{3,}(?:us|ae|a|i|um|is|es|ile|on|ens)(?!\p{L})/u;

/** A row of letters: "A B C D". */
const isLetterList = (next: string): boolean => /^\s+[A-J](?![\p{L}\p{N}])/u.test(next);

const LETTER_THEN_TEXT = /^["')\]*>]*\s*(?:[.):,;=→|–—-]|is|\n|\s)*\s*["'([*]*$/u;
const TEXT_THEN_LETTER =
  /^["')\]*.]*\s*(?:[-–—,:(|=→]\s*)*(?:which is|that is|this is|it is|which corresponds to|corresponding to|i\.e\.|i\.e\.,|so|thus|hence|therefore)?,?\s*(?:the\s+)?(?:answer|option|choice|letter|réponse|opción|opção|antwort|alternativa)?\s*(?:is)?\s*["'([*]*$/iu;
const WORDS_THEN_LETTER = /^(?: [\p{L}\p{N}.%-]+){1,3} ?\((?:(?:option|choice|answer) )?$/iu;
const CLOSED = /^["')\]*]*\s*(?:$|[.,;:!)\]|–—\n-])/u;

/** Joins a letter and the text of an option next to it. They contradict each other if they are of two options. */
function merged(text: string, tokens: readonly Token[]): Mention<string>[] {
  const mentions: Mention<string>[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    const next = tokens[i + 1];
    const between = next === undefined ? undefined : text.slice(token.to, next.from);
    if (
      next !== undefined &&
      between !== undefined &&
      between.length < 40 &&
      isPair(token, next, tokens[i + 2], between, text)
    ) {
      const isSame = token.value === next.value;
      const isContradiction = !isSame && CLOSED.test(text.slice(next.to, next.to + 8));
      if (isSame || isContradiction) {
        const label = token.kind === "letter" ? { label: next.to } : {};
        mentions.push({
          value: isSame ? token.value : undefined,
          from: token.from,
          to: next.to,
          isExplicit: true,
          hasCode: true,
          ...label,
        });
        i++;
        continue;
      }
    }
    mentions.push(single(token, text));
  }
  return mentions;
}

function isPair(token: Token, next: Token, afterNext: Token | undefined, between: string, text: string): boolean {
  if (token.kind === next.kind) return false;
  if (token.kind === "letter") return LETTER_THEN_TEXT.test(between) && !between.includes(",");
  // "25 mg daily (option C)"
  if (token.value === next.value && WORDS_THEN_LETTER.test(between)) return true;
  if (between.includes("\n") || !TEXT_THEN_LETTER.test(between)) return false;
  // the letter may be the label of the text behind it
  const behind = afterNext === undefined ? undefined : text.slice(next.to, afterNext.from);
  return !(
    afterNext?.kind === "text" &&
    behind !== undefined &&
    behind.length < 6 &&
    LETTER_THEN_TEXT.test(behind) &&
    next.value === afterNext.value
  );
}

const LABEL = /^["')\]*>]*\s?(?:[.):;!,|→]|\s[-–—|=→]+)\s*(?=[^\s.,;:)\]])/u;

function single(token: Token, text: string): Mention<string> {
  const { value, from, to, isExplicit, kind } = token;
  const label = kind === "letter" ? LABEL.exec(text.slice(to, to + 12)) : null;
  return {
    value,
    from,
    to,
    isExplicit,
    hasCode: kind === "letter",
    ...(label === null ? {} : { label: to + label[0].length }),
  };
}
