import { normalizeText } from "./normalize-text.ts";
import { strip } from "./python-text.ts";

/** A reply that is only "B", "b", "B.", "(B)", "B)", "[B]", "<B>" or "'B'". */
const BARE = /^["'“‘<([]*([A-Za-z])["'”’>)\].:]*$/;
/** "answer" in English, Spanish and related languages. */
const ANSWER = "[Aa]nswer|ANSWER|[Rr]espuesta|[Rr]éponse|[Rr]isposta|[Rr]esposta|[Aa]ntwort";
/** "The answer is B", "Answer: (B)", "the correct option is B": a single capital that "or C" does not follow. */
const STATED = `(?:${ANSWER}|[Oo]ption|[Cc]hoice)(?:\\s+(?:is|would be)(?![\\p{L}])|\\s*[:=])[\\s:]*(?:[Oo]ption\\s+)?["'“‘<([]*(?<stated>[A-Z])(?![\\p{L}\\p{N}'’])(?!\\)?\\s*(?:or|and|\\/|&)\\s*\\(?[A-Z](?!\\p{L}))`;
/** "answer: b" at the end of a line. */
const SMALL = `(?:${ANSWER})\\s*:\\s*\\(?(?<small>[a-z])\\)?\\.?[ \\t]*$`;
/** "Option B is best" */
const CHOSEN = "[Oo]ption\\s+\\(?(?<chosen>[A-Z])\\)?\\s+is\\s+(?:the\\s+)?(?:best|correct|right)(?![\\p{L}])";
const FINAL = new RegExp(`(?<!\\p{L})(?:${STATED}|${SMALL}|${CHOSEN})`, "gmu");
/** "B. text", "B) text", "(B) text", "B: text" */
const LABELLED = /^\(?([A-Z])[).:]\s+(\S.*)$/su;
/** Single capitals; "A" before a lower-case word is the article. */
const MENTION = /(?<![\p{L}\p{N}'’])(?:A(?!\s+\p{Ll})|[B-Z])(?![\p{L}\p{N}'’])/gu;

/**
 * Reads the option that a reply to a multiple-choice question names, by the rule of docs/scoring.md (profile `corrected`).
 * Returns undefined if it is unclear. `options`: letter -> text of the option.
 */
export function readLetter(reply: string, options: Readonly<Record<string, string>>): string | undefined {
  const text = withoutDecoration(reply);
  const letter =
    bareLetter(text) ?? finalStatement(text) ?? labelOfItsOption(text, options) ?? onlyLetter(text, options);
  return letter !== undefined && Object.hasOwn(options, letter) ? letter : undefined;
}

const LATEX = /\\(?:boxed|text|textbf|mathbf|mathrm)\s*\{([^{}]*)\}/g;

/** Removes bold, code and LaTeX around a letter. */
function withoutDecoration(reply: string): string {
  const plain = reply.replace(LATEX, "$1").replace(LATEX, "$1");
  return strip(plain.replace(/\\[()[\]]|\\(?=\$)|[*_`$]+/g, "").replace(/\{([A-Za-z])\}/g, "$1"));
}

function bareLetter(line: string): string | undefined {
  return BARE.exec(line)?.[1]?.toUpperCase();
}

function finalStatement(text: string): string | undefined {
  const { stated, small, chosen } = [...text.matchAll(FINAL)].at(-1)?.groups ?? {};
  return stated ?? small?.toUpperCase() ?? chosen;
}

function labelOfItsOption(text: string, options: Readonly<Record<string, string>>): string | undefined {
  const [, letter = "", rest = ""] = LABELLED.exec(text) ?? [];
  const option = Object.hasOwn(options, letter) ? options[letter] : undefined;
  return option !== undefined && normalizeText(rest) === normalizeText(option) ? letter : undefined;
}

/** Reads a line that is a letter or starts with one as a label, if the reply names no other option. */
function onlyLetter(text: string, options: Readonly<Record<string, string>>): string | undefined {
  const chosen = text.split("\n").map((line) => bareLetter(strip(line)) ?? LABELLED.exec(strip(line))?.[1]);
  const letter = chosen.find((one) => one !== undefined);
  const named = (text.match(MENTION) ?? []).filter((one) => Object.hasOwn(options, one));
  return named.every((one) => one === letter) ? letter : undefined;
}
