import { asciiDigits } from "../text/ascii-digits.ts";

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
/** Undoes one layer of escapes: HTML entities, those of JSON, Python and JavaScript, per cent. */
export const unescapeOnce = (text: string): string =>
  text
    .replace(
      /&#x0*([\da-f]{1,6});?|\\+u\{0*([\da-f]{1,6})\}|\\+u([\da-f]{4})|\\+x([\da-f]{2})/gi,
      (escape, ...hex) => character(Number.parseInt(hex.slice(0, 4).join(""), 16)) ?? escape,
    )
    .replace(/&#0*(\d{1,7});?/g, (escape, decimal: string) => character(Number(decimal)) ?? escape)
    .replace(/&([a-z]{2,6});?/gi, (escape, name: string) => NAMED[name.toLowerCase()] ?? escape)
    .replace(/(?:%[\da-f]{2})+/gi, (run) => textOf(Buffer.from(run.replaceAll("%", ""), "hex")) ?? run)
    .replace(/\\+[nrtbf]/g, " ")
    .replace(/\\+([^\s\w])/g, "$1");

const character = (codePoint: number): string | undefined =>
  codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;

/** Returns the text of UTF-8 bytes; undefined if they are no text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /[^\t-\r\u0020-\u{10ffff}]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const MAX_LAYERS = 6;

/** Undoes all layers of escapes. */
export function unescaped(text: string): string {
  let now = text;
  for (let i = 0; i < MAX_LAYERS; i++) now = unescapeOnce(now);
  return now;
}

const BASE64 = /[\w+/-]{16,}={0,2}/g;
const HEX = /(?:[0-9a-f]{2}[ \t:]?){12,}/gi;

/**
 * Returns a text and its readings after unescaping and decoding, in any order: escapes, full-width forms, invisible marks, lookalike
 * letters, base64, hexadecimal, ROT13, backwards.
 */
export function readingsOf(text: string): string[] {
  const readings = new Set<string>();
  let layer = [text, rot13(text), backwards(text)];
  for (let i = 0; i < MAX_LAYERS && layer.length > 0; i++) {
    for (const one of layer) readings.add(one);
    layer = layer
      .flatMap((one) => [unescapeOnce(one), unescapeOnce(plain(one)), ...decodedRuns(one)])
      .filter((one) => !readings.has(one));
  }
  return [...readings, ...[...readings].map(backwards)];
}

/** Replaces characters that look like ASCII, and removes those without a width. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\P{ASCII}/gu, latinOf);

const backwards = (text: string): string => Array.from(text).toReversed().join("");

const decodedRuns = (text: string): string[] =>
  [
    ...[...text.matchAll(BASE64)].map(([run]) => textOf(Buffer.from(run, "base64"))),
    ...[...text.matchAll(HEX)].map(([run]) => textOf(Buffer.from(run.replace(/[^0-9a-f]/gi, ""), "hex"))),
  ].filter((decoded) => decoded !== undefined);

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Letters of other scripts that look like a Latin letter. */
const LOOKALIKES = new Map(
  Array.from("аеорсухіѕјкмтнвԁɡɑαορυνικτεχγηωӏı").map((letter, i) => [
    letter,
    "aeopcyxisjkmthbdgaaopuviktexynwli".charAt(i),
  ]),
);
/** Returns the Latin letter that a letter of another script looks like, otherwise the letter itself. */
export const latinOf = (letter: string): string => LOOKALIKES.get(letter.toLowerCase()) ?? letter;

const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const WORD = new RegExp(`(?<!\\p{L})(?:${WORDS.join("|")})(?!\\p{L})`, "gu");

/**
 * Reduces a text to its letters and digits, in one case and one script, for comparison. Between digits one "/" stays, so that "5/5" and "4.5"
 * remain two numbers.
 */
export const compact = (text: string): string =>
  asciiDigits(text.normalize("NFKD"))
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/\P{ASCII}/gu, latinOf)
    .replace(WORD, (word) => String(WORDS.indexOf(word)))
    .replace(/(?<=\d)[^\p{L}\d]+(?=\d)/gu, "/")
    .replace(/[^\p{L}\d/]|(?<!\d)\/|\/(?!\d)/gu, "");
