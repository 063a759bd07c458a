import { type LazyPattern, lazyPattern } from "../../text/lazy-pattern.ts";
import { combinedOf, withCombined } from "./combined-options.ts";
import { isDeniedAfter } from "../left-out/denials.ts";
import { normalizeText } from "../text/normalize-characters.ts";
import type { Mention } from "../commitments/mention.ts";
import { firstAndLast, letterTokens, type Options, type Token } from "./letter-tokens.ts";
import { prepare } from "../prepare.ts";
import { recall } from "../../text/recall.ts";

/** Finds all places that name an option: by its letter, by its text word for word, or by both. */
export function optionMentions(text: string, options: Options): Mention<string>[] {
  const texts = textTokens(text, options);
  let next = 0;
  const letters = letterTokens(text, options, texts).filter(({ from }) => {
    while ((texts[next]?.to ?? text.length) <= from) next++;
    return (texts[next]?.from ?? text.length) > from;
  });
  const tokens = [...texts, ...letters].toSorted((a, b) => a.from - b.from);
  return merged(text, withCombined(text, tokens, combinedOf(options, plainOption)));
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

const NO_FIELDS = { answers: new Set<string>() };

/** The text of an option as a reply would have it. */
export const plainOption: (option: string) => string = recall((option) => {
  const prepared = prepare(option, NO_FIELDS);
  const plain = prepared.kind === "prepared" ? prepared.text.text : normalizeText(option);
  return LOWER(plain)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.;,]+$/, "");
});

/** "no" before a noun is no label: "no creatinine above 1.5". */
const DETERMINER =
  /^ (?!because|since|as |for |due|but|although|though|while|and |or |is |was |seems|appears|would|given|not |in |on |at |to |with |from |here|thanks)\p{L}/u;
/** "No, I can't answer that." */
const NO_HELP =
  /^,? (?:sorry,? )?i (?:can't|cannot|can not|won't|am (?:not able|unable)|don't know|do not know)(?!\p{L})/u;
const NO_LABEL = [DETERMINER, NO_HELP];
const ARTICLE = /^(?:a|an|the|el|la|le|les|der|die|das|o|os|as)\s+/;
const WORD = /[\p{L}\p{N}_]/u;

/** The longest option's text at each place. */
function textTokens(text: string, options: Options): Token[] {
  const lower = LOWER(text);
  const found = Object.entries(options).flatMap(([value, option]) => tokensOf(lower, value, plainOption(option)));
  found.push(...ordinalTokens(lower, Object.keys(options)));
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const longest: Token[] = [];
  for (const token of found) {
    const last = longest.at(-1);
    if (last === undefined || token.from >= last.to) longest.push(token);
  }
  return firstAndLast(longest);
}

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
/** "the second option", "the last answer choice" */
const ORDINAL = lazyPattern(
  String.raw`(?<![\p{L}\p{N}])the (${ORDINALS.join("|")}|last|final) (?:listed |given )?(?:(?:answer )?(?:option|choice|alternative)(?= (?:is|was|in the list|listed|given|best|seems|fits)|["')]{0,2}[.,;:!)(]|["')]{0,2}\s*$| \()|one listed)`,
  "mu",
);

/** The places that name an option by its number in the list. */
function ordinalTokens(lower: string, values: readonly string[]): Token[] {
  return [...ORDINAL.matchAll(lower)].flatMap(({ 0: words, 1: ordinal = "", index }): Token[] => {
    const value = values.at(ORDINALS.indexOf(ordinal));
    return value === undefined || ORDINALS.indexOf(ordinal) >= values.length
      ? []
      : [{ kind: "text", value, from: index, to: index + words.length, isExplicit: true }];
  });
}

/** The places of one option's text, with or without its article. */
function tokensOf(lower: string, value: string, plain: string): Token[] {
  if (plain.length < 2 || plain === value.toLowerCase()) return [];
  const found = truthTokens(lower, value, plain);
  const short = plain.replace(ARTICLE, "");
  for (const needle of short.length > 3 && short !== plain ? [plain, short] : [plain])
    for (const [at, to] of spellingsIn(lower, needle)) {
      if (!isWhole(lower, at, to) || (plain === "no" && NO_LABEL.some((one) => one.test(lower.slice(to, to + 40)))))
        continue;
      const dose = TRUTH.has(plain) ? 0 : (DOSE_AFTER.exec(lower.slice(to, to + 80))?.[0].length ?? 0);
      found.push({ kind: "text", value, from: at, to: to + dose, isExplicit: true });
    }
  return found;
}

/** The parts of a word that may be spelled in two ways. */
const SPELLED_TWICE = /ae|oe|e|our|or|[iy][sz]|sulph|sulf/;
/** Where a text has the words of an option, in British or American spelling. */
function spellingsIn(lower: string, needle: string): [from: number, to: number][] {
  const share = /^([\d.]+)\s?(?:%|per ?cent)$/.exec(needle)?.[1];
  if (share !== undefined) return sharesIn(lower, share);
  if (needle.length < 8 || !/^[a-z0-9 ',()+-]+$/.test(needle)) return exactIn(lower, needle);
  // most replies have no part of most options: a pattern is slow to make
  const firm = needle.split(SPELLED_TWICE).reduce((a, b) => (b.length > a.length ? b : a));
  if (!lower.includes(firm)) return [];
  const spelled = needle
    .replace(/[()+]/g, String.raw`\$&`)
    .replace(/ae|oe|e/g, "(?:ae|oe|e)")
    .replace(/our(?![a-z]{3})|or(?![a-z]{3})/g, "ou?r")
    .replace(/([iy])[sz](?=\(\?:ae|ation|ing)/g, "$1[sz]")
    .replace(/sul(?:ph|f)/g, "sul(?:ph|f)");
  return [...lower.matchAll(new RegExp(spelled, "g"))].map(({ 0: words, index }) => [index, index + words.length]);
}

/** "50%", "50 %", "50 percent" */
const sharesIn = (lower: string, share: string): [from: number, to: number][] =>
  exactIn(lower, share).flatMap(([from, to]): [number, number][] => {
    const sign = PER_CENT.exec(lower.slice(to, to + 12))?.[0];
    return sign === undefined ? [] : [[from, to + sign.length]];
  });
const PER_CENT = /^\s?(?:%|per ?cent(?![a-z]))/;

function exactIn(lower: string, needle: string): [from: number, to: number][] {
  const found: [from: number, to: number][] = [];
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, at + needle.length))
    found.push([at, at + needle.length]);
  return found;
}

const DOSE =
  "\\d[\\d.,]*\\s?(?:-\\s?\\d[\\d.,]*\\s?)?(?:[mµμn]?c?g|ml|l|units?|iu|meq|mmol|%)(?:/(?:kg|m2|day|d|h|hr|min|dose))*";
const ROUTE =
  "(?:oral|intravenous|intramuscular|subcutaneous|sublingual|topical)(?:ly)?|by mouth|po|p\\.o\\.|iv|i\\.v\\.|im|sc|sl";
const TIMES =
  "(?:once|twice|(?:two|three|four) times)(?: (?:daily|weekly|a day|per day|a week))?|daily|weekly|nightly|bid|tid|qid|qd|od|b\\.i\\.d\\.|t\\.i\\.d\\.|q\\d{1,2}h|every \\d{1,2}(?: to \\d{1,2})? (?:hours?|h|days?|weeks?)|per day|a day|x \\d{1,3} days?|for (?:\\d{1,3}|\\p{L}+) (?:days?|weeks?|months?)|stat|prn|as needed|at (?:night|bedtime)|tablets?|capsules?";
/** How much, how and how often a drug is given: " 100 mg twice daily", " (oral)". It changes no option. */
const DOSE_AFTER = lazyPattern(`^(?:[ ,(]{1,2}(?:${DOSE}|${ROUTE}|${TIMES})(?![\\p{L}\\p{N}])\\)?){1,6}`, "u");

/** Words for "yes", "no" and "maybe" that begin a line or follow the phrase of an answer, and end a clause. */
const YES = "(?:in the )?affirmative|예|네|yep|yeah|yup|oui|sí|ja|sim|sì|да|是的?|はい|हाँ|نعم";
const NO = "(?:in the )?negative|아니(?:오|요)|nope|nah|non|nein|não|nee|нет|不是|否|いいえ|नहीं|لا";
const MAYBE =
  "perhaps|possibly|quizás?|tal vez|peut-être|vielleicht|talvez|forse|misschien|возможно|也许|可能|多分|たぶん|शायद|ربما";
const SAID =
  "(?:answer(?: to (?:the|this|your) (?:\\p{L}+ )?question)?|respuesta|respuesta final|réponse|antwort|resposta|risposta|antwoord|ответ|答案|答え|结论|判断|結論)\\s?(?::|es|est|ist|é|è|is|是|は)\\s?";
const alone = (words: string): LazyPattern =>
  lazyPattern(
    String.raw`(?<=(?:^|\n|[.!?。]\s)["'(\s]{0,3}(?:(?:the|la|die|a|het) )?(?:${SAID})?)(?:${words})(?=["')]{0,2}(?:[.!。]{0,3}[ \t]{0,3}(?:$|\n)|[.!]\s|[,;:]|\s[–—-]\s|[。，、；：]|です|でしょう))`,
    "u",
  );
const TRUTH = new Map([
  ["yes", alone(YES)],
  ["no", alone(NO)],
  ["maybe", alone(MAYBE)],
]);

function truthTokens(lower: string, value: string, plain: string): Token[] {
  const words = TRUTH.get(plain);
  if (words === undefined) return [];
  const short = plain === "no" ? SHORT_NO.matchAll(lower) : plain === "yes" ? SHORT_YES.matchAll(lower) : [];
  return [...words.matchAll(lower), ...short].map(({ 0: word, index }) => ({
    kind: "text",
    value,
    from: index,
    to: index + word.length,
    isExplicit: true,
  }));
}

const SURELY =
  "(?:probably|presumably|perhaps|likely|most likely|very likely|apparently|evidently|possibly|certainly|almost certainly|definitely|clearly|obviously|surely|absolutely|of course|generally)";
const THINKS = "i(?:'d| would)? (?:think|believe|guess|suppose|suspect|say|fear|(?:am|'m) afraid|would say)";
const ALONE_BEFORE =
  "(?<=(?:^|[.!?:;\\n–—])[\\s\"'(*]*(?:(?:answer|well|hm+|so|overall|in short|short answer|no|yes)[:,]? )?)";
const ALONE_AFTER = "(?=[\"')*]*\\s*(?:[.!,;\\n–—]|$))";
const SUBJECT = "(?:it|they|this|that|he|she|there)";
const AUXILIARY = "(?:do|does|did|is|was|are|were|can|could|would|will|has|have)";
/** "Probably not.", "It does not.", "I don't think so.", "I doubt it." */
const SHORT_NO = lazyPattern(
  `${ALONE_BEFORE}(?:${SURELY} not|not ${SURELY}|not really|${THINKS} not|i (?:do not|don't) (?:think|believe|suppose) so|i (?:highly |strongly |really )?doubt (?:it|that)|(?:highly |very |most )?unlikely|doubtful|by no means|not at all|not (?:likely|so)|${SUBJECT} ${AUXILIARY}(?: not|n't)(?: (?:seem|appear) so)?)${ALONE_AFTER}|${ALONE_BEFORE}not (?:according to|based on|judging by|from|in|per) (?:this|these|the|that)(?!\\p{L})[^.;:,\n]{0,60}(?=[.!]|\\s*$)`,
  "u",
);
/** "I think so.", "Apparently so.", "It did, at least in women." */
const SHORT_YES = lazyPattern(
  `${ALONE_BEFORE}(?:(?:${THINKS}|${SURELY}|it (?:seems|appears|would seem)) so|(?:yes, )?indeed|very much so|${SUBJECT} ${AUXILIARY}|absolutely|definitely|certainly|of course|affirmative)${ALONE_AFTER}`,
  "u",
);

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

const LETTER_THEN_TEXT = /^["')\]*>]*\s*(?:[.):,;=→|–—-]|is|\n|\s)*\s*["'([*]*$/u;
const TEXT_THEN_LETTER =
  /^["')\]*.]*\s*(?:[-–—,:(|=→]\s*)*(?:which is|that is|this is|it is|which corresponds to|corresponding to|i\.e\.|i\.e\.,|so|thus|hence|therefore)?,?\s*(?:the\s+)?(?:answer|option|choice|letter|réponse|opción|opção|antwort|alternativa)?\s*(?:is)?\s*["'([*]*$/iu;
const MARKED = /^["')\]*]{0,3}\s?[.):,–—-]?\s?(?:[✓✔✅☑✗✘❌☒✖]\ufe0f?)\s?$/u;
const CONCLUDED = lazyPattern(
  String.raw`(?<!\p{L})(?:so|thus|hence|therefore)(?!\p{L}).*(?:answer|option|choice|letter)(?!\p{L})`,
  "iu",
);
const WORDS_THEN_LETTER = lazyPattern(String.raw`^(?: [\p{L}\p{N}.%-]+){1,3} ?\((?:(?:option|choice|answer) )?$`, "iu");
const CLOSED = /^["')\]*]*\s*(?:$|[.,;:!)\]|–—\n-])/u;

/** Joins a letter and the text of an option next to it. They contradict each other if they are of two options. */
function merged(text: string, tokens: readonly Token[]): Mention<string>[] {
  const mentions: Mention<string>[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    const { mention, count } = nextMention(text, token, tokens[i + 1], tokens[i + 2]);
    if (mention !== undefined) mentions.push(mention);
    i += count - 1;
  }
  return mentions;
}

/** A mention, or none, instead of one or two tokens. */
interface Next {
  readonly mention?: Mention<string>;
  readonly count: 1 | 2;
}

/** "A. ❌ Aspirin", "Aspirin is tempting (A)": the mark or the words between are of the option. */
const isOneOption = ({ kind }: Token, { kind: nextKind }: Token, between: string): boolean =>
  kind === "letter"
    ? nextKind === "text" && MARKED.test(between)
    : nextKind === "letter" && WORDS_THEN_LETTER.test(between) && isDeniedAfter(between);

function nextMention(text: string, token: Token, next: Token | undefined, afterNext: Token | undefined): Next {
  const own: Next = { mention: single(token, text), count: 1 };
  const between = next === undefined ? "" : text.slice(token.to, next.from);
  if (next === undefined || between.length >= 40) return own;
  const isSame = token.value === next.value;
  if (isSame && isOneOption(token, next, between)) return { ...own, count: 2 };
  if (!isPair(token, next, afterNext, between, text)) return own;
  // "That gives 2 mg, so the answer is C": the statement is of the letter
  if (isSame && CONCLUDED.test(between)) return { count: 1 };
  if (!isSame && !CLOSED.test(text.slice(next.to, next.to + 8))) return own;
  const label = token.kind === "letter" ? { label: next.to } : {};
  const value = isSame ? token.value : undefined;
  return { mention: { value, from: token.from, to: next.to, isExplicit: true, hasCode: true, ...label }, count: 2 };
}

/** "A yes", "Answer: A yes would need" */
const isArticle = ({ value, isExplicit }: Token, between: string, after: string): boolean =>
  value === "A" && between === " " && (!isExplicit || /^ \p{Ll}/u.test(after));

/** "A, Aspirin" may be two of a list; "option B, Type B" is one option. */
const isLetterOfText = (letter: Token, text: Token, between: string): boolean =>
  LETTER_THEN_TEXT.test(between) && (!between.includes(",") || (letter.isExplicit && letter.value === text.value));

/** "homozygous 25%. The answer is D" */
const isOfNextSentence = (token: Token, next: Token, between: string): boolean =>
  token.value !== next.value && /[.!?]["')\]*]*\s/u.test(between);

function isPair(token: Token, next: Token, afterNext: Token | undefined, between: string, text: string): boolean {
  if (token.kind === next.kind || isArticle(token, between, text.slice(next.to, next.to + 2))) return false;
  if (token.kind === "letter") return isLetterOfText(token, next, between);
  // "25 mg daily (option C)"
  if (token.value === next.value && WORDS_THEN_LETTER.test(between)) return true;
  if (between.includes("\n") || !TEXT_THEN_LETTER.test(between) || isOfNextSentence(token, next, between)) return false;
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

const LABEL = /^["')\]*>]*\s?(?:[.):;!,|→]|[^\S\n][-–—|=→]+)[^\S\n]*(?=[^\s.,;:)\]])/u;

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
