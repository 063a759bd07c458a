import { asciiDigits } from "../../text/ascii-digits.ts";
import { normalized } from "../../text/normalized.ts";
import { decodedRuns, textOf } from "./decoded-runs.ts";

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: "&",
  lt: "<",
  gt: ">",
  colon: ":",
  lbrace: "{",
  lcub: "{",
  rbrace: "}",
  rcub: "}",
  lsqb: "[",
  rsqb: "]",
  lowbar: "_",
  comma: ",",
  sol: "/",
  bsol: "\\",
  nbsp: " ",
  num: "#",
};
/**
 * Undoes one layer of escapes: HTML entities, those of JSON, Python, C and JavaScript, quoted-printable, per cent. A match starts only at
 * the first of several backslashes: otherwise a run of them takes quadratic time.
 */
export const unescapeOnce = (text: string): string =>
  text
    .replace(
      /&#x0*([\da-f]{1,6});?|(?<!\\)\\+(?:u\{0*([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))|%u([\da-f]{4})/gi,
      (escape, ...hex) => character(Number.parseInt(hex.slice(0, 5).join(""), 16)) ?? escape,
    )
    .replace(/&#0*(\d{1,7});?/g, (escape, decimal: string) => character(Number(decimal)) ?? escape)
    .replace(/&([a-z]{2,6});?/gi, (escape, name: string) => NAMED[name.toLowerCase()] ?? escape)
    .replace(/(?<!\\)\\+([0-3][0-7]{2})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)))
    .replace(/(?<!\\)\\+N\{LATIN (SMALL|CAPITAL) LETTER ([A-Z])\}/gi, (_, size: string, letter: string) =>
      /^s/i.test(size) ? letter.toLowerCase() : letter.toUpperCase(),
    )
    .replace(/(?:=[\da-f]{2}){4,}/gi, (run) => textOf(Buffer.from(run.replaceAll("=", ""), "hex")) ?? run)
    .replace(/(?:%[\da-f]{2})+/gi, (run) => textOf(Buffer.from(run.replaceAll("%", ""), "hex")) ?? run)
    .replace(/(?<!\\)\\+[nrtbf]/g, " ")
    .replace(/(?<!\\)\\+([^\s\w])/g, "$1");

const character = (codePoint: number): string | undefined =>
  codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;

const MAX_LAYERS = 6;
/** So many readings of a text are also read in other alphabets. */
const MOST_SHIFTED = 8;

/** Undoes all layers of escapes. */
export function unescaped(text: string): string {
  let now = text;
  for (let i = 0; i < MAX_LAYERS; i++) now = unescapeOnce(now);
  return now;
}

export interface TextReadings {
  /** The text, and the text after unescaping and decoding: escapes, full-width forms, invisible marks, lookalike letters, runs of codes, backwards. */
  readonly plain: readonly string[];
  /** Those of `plain` that are also read in other alphabets. */
  readonly shiftable: readonly string[];
}

/** Returns a text and its readings after unescaping and decoding, in any order. decoded-runs.ts has the runs of codes. */
export function readingsOf(text: string): TextReadings {
  const readings = new Set<string>();
  let layer = [text, backwards(text), withoutTags(text)];
  for (let i = 0; i < MAX_LAYERS && layer.length > 0; i++) {
    for (const one of layer) readings.add(one);
    layer = layer
      .flatMap((one) => [unescapeOnce(one), unescapeOnce(plain(one)), spacedOut(one), ...decodedRuns(one)])
      .filter((one) => !readings.has(one));
  }
  const found = [...readings];
  return { plain: [...new Set([...found, ...found.map(backwards)])], shiftable: found.slice(0, MOST_SHIFTED) };
}

/** Replaces characters that look like ASCII, and removes those without a width and the marks on letters. */
export const plain = (text: string): string =>
  normalized(
    text.replace(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)),
    "NFKC",
  )
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\0]+|(?<=\p{Script=Latin})\p{M}+/gu, "")
    .replace(LOOKS_LATIN, latinOf);

/** Returns the text with each visible ASCII character moved by half of their number, which is undone in the same way (ROT47). */
export const turned = (text: string): string =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(33 + ((one.charCodeAt(0) - 33 + 47) % 94)));

/** Joins characters that one separator parts, such as "a.b.c.": at least five. */
const spacedOut = (text: string): string =>
  text.replace(/[^]([\s._|*-])(?:[^]\1){4,}/gu, (row) =>
    Array.from(row)
      .filter((_, i) => i % 2 === 0)
      .join(""),
  );

const withoutTags = (text: string): string => text.replace(/<[^<>]{1,60}>/g, "");

export const backwards = (text: string): string => Array.from(text).toReversed().join("");

/** Returns the text in every other alphabet that is a shift of the Latin one, and in the reversed one. */
export const otherAlphabets = (text: string): string[] => [
  ...Array.from({ length: 25 }, (_, i) => withLetters(text, (letter) => (letter + i + 1) % 26)),
  withLetters(text, (letter) => 25 - letter),
];

/** With a table, because a call for each letter takes seconds for a long answer. */
function withLetters(text: string, by: (letter: number) => number): string {
  const letters = Array.from({ length: 128 }, (_, code) => {
    const base = code >= 97 ? 97 : 65;
    return code >= base && code < base + 26 ? by(code - base) + base : code;
  });
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    codes[i] = letters[code] ?? code;
  }
  return Buffer.from(codes.buffer).toString("utf16le");
}

/** Letters of other scripts that look like a Latin letter. */
const LOOKALIKES = new Map(
  Array.from("аеорсухіѕјкмтнвԁɡɑαορυνικτεχγηωӏıꭺꮯꭱꮍꮮꭵꭲꭼꮋꮪ").map((letter, i) => [
    letter,
    "aeopcyxisjkmthbdgaaopuviktexynwliacrylitehs".charAt(i),
  ]),
);
/** Where the rows of 26 letters in black circles, black squares and flags begin. */
const ROWS = [0x1f150, 0x1f170, 0x1f1e6];

/** All characters that `latinOf` changes. The last one is the sign of the ohm, a capital omega. */
export const LOOKS_LATIN = new RegExp(
  `[${[...LOOKALIKES.keys()].flatMap((letter) => [letter, letter.toUpperCase()]).join("")}\u2126${ROWS.map(
    (start) => `${String.fromCodePoint(start)}-${String.fromCodePoint(start + 25)}`,
  ).join("")}]`,
  "gu",
);

/** Returns the Latin letter that a letter of another script, or a symbol, looks like, otherwise the letter itself. */
export function latinOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const row = ROWS.find((start) => code >= start && code < start + 26);
  if (row !== undefined) return String.fromCharCode(97 + code - row);
  return LOOKALIKES.get(letter.toLowerCase()) ?? letter;
}

const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const WORD = new RegExp(`(?<!\\p{L})(?:${WORDS.join("|")})(?!\\p{L})`, "gu");

/**
 * Reduces a text to its letters and digits, in one case and one script, for comparison. Between digits one "/" stays, so that "5/5" and "4.5"
 * remain two numbers.
 */
export const compact = (text: string): string =>
  asciiDigits(normalized(text, "NFKD"))
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, "")
    .replace(LOOKS_LATIN, latinOf)
    .replace(WORD, (word) => String(WORDS.indexOf(word)))
    .replace(/(?<=\d)[^\p{L}\d]+(?=\d)/gu, "/")
    .replace(/[^\p{L}\d/]|(?<!\d)\/|\/(?!\d)/gu, "");
