import { base58, base85, morse } from "./other-codes.ts";
import { utf8OrUndefined } from "../../text/utf8-or-undefined.ts";

/** Returns the text of bytes in UTF-8, or in UTF-16 if it is ASCII; undefined if they are no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = utf8OrUndefined(withoutZeroBytes(bytes));
  return text === undefined || /[^\t-\r\u0020-\u{10ffff}]/u.test(text) ? undefined : text;
}

/** In UTF-16 every second byte of ASCII is zero. */
function withoutZeroBytes(bytes: Uint8Array): Uint8Array {
  const zero = bytes[0] === 0 ? 0 : 1;
  const isWide = bytes.length > 1 && bytes.every((byte, i) => (byte === 0) === (i % 2 === zero));
  return isWide ? bytes.filter((_, i) => i % 2 !== zero) : bytes;
}

const BASE64_LINES = /(?<![\w+/-])[\w+/-]{8,}={0,2}(?:\r?\n[\w+/-]{1,}={0,2})+/g;
/** The place at the start of each line of a dump. */
const OFFSET = /^[0-9a-f]{4,8}[: \t]+/gim;
const BASE64 = /[\w+/-]{16,}={0,2}/g;
const HEX = /(?:[0-9a-f]{2}(?:(?:[ \t:][ \t]?)?\n|[ \t:])?){12,}/gi;
const BASE32 = /[a-z2-7]{16,}={0,6}/gi;
const BITS = /[01]{56,}/g;

const BASE58 = /[1-9A-HJ-NP-Za-km-z]{16,400}/g;
const BASE85 = /[!-z{|}~]{20,4000}/g;
/** Twelve letters in dots and dashes. */
const MORSE = /(?:[.·•\-–−_]{1,6}[\s/|]{1,3}){11,4000}[.·•\-–−_]{1,6}/g;
const firstText = (all: readonly Uint8Array[]): string | undefined =>
  all.map(textOf).find((one) => one !== undefined && /\p{L}{3}/u.test(one));

/** Returns the texts that runs of a text encode: base64, base32, base58, base85, Morse, hexadecimal, bits, and codes of characters as numbers of any usual base. */
export const decodedRuns = (text: string): string[] =>
  [
    ...runs(text, BASE64, (run) => textOf(Buffer.from(run, "base64"))),
    ...runs(text, BASE64_LINES, (run) => textOf(Buffer.from(run.replace(/\s/g, ""), "base64"))),
    ...runs(text.replace(OFFSET, ""), HEX, (run) => textOf(Buffer.from(run.replace(/[^0-9a-f]/gi, ""), "hex"))),
    ...runs(text, BASE32, (run) => textOf(base32(run))),
    ...runs(text, BASE58, (run) => textOf(base58(run))),
    ...runs(text, BASE85, (run) => firstText(base85(run))),
    ...runs(text, MORSE, morse),
    ...runs(text, BITS, (run) => charactersOf(run.match(/[01]{8}/g) ?? [], 2)),
    ...numbersIn(text).flatMap((all) => BASES.map((base) => charactersOf(all, base))),
  ].filter((decoded) => decoded !== undefined);

const runs = (text: string, pattern: RegExp, decode: (run: string) => string | undefined): (string | undefined)[] =>
  [...text.matchAll(pattern)].map(([run]) => decode(run));

const BASES = [2, 8, 10, 16];
/** Fewer numbers in a row are measurements. */
const FEWEST = 12;
const PREFIX = /(?<![0-9a-z])0[xob](?=[0-9a-f])/gi;
/** Between two codes of characters: spaces, commas, and the marks of escapes. */
const GAP = /^(?:[^\p{L}\p{N}.]|\\[xuo]|u\+){1,6}(?:[a-z]{2,8}\()?$/iu;

/** Returns the rows of numbers that only separators part. */
function numbersIn(text: string): string[][] {
  const rows: string[][] = [];
  const plain = text.replace(PREFIX, "");
  let end: number | undefined;
  for (const { 0: number, index } of plain.matchAll(
    /(?<![a-z\d])[0-9a-f]{2,8}(?![a-z\d])|(?<=\\[xuo])[0-9a-f]{2,4}/gi,
  )) {
    const last = rows.at(-1);
    if (last !== undefined && end !== undefined && GAP.test(plain.slice(end, index))) last.push(number);
    else rows.push([number]);
    end = index + number.length;
  }
  return rows.filter((row) => row.length >= FEWEST);
}

/** Returns the characters whose codes are the numbers; undefined if one has another base or is no character of a text. */
function charactersOf(numbers: readonly string[], base: number): string | undefined {
  const codes = numbers.map((one) =>
    Number.parseInt(one, base).toString(base) === withoutZeros(one) ? Number.parseInt(one, base) : 0,
  );
  return codes.length > 0 &&
    codes.every((code) => (code >= 32 && code < 0x3000) || code === 9 || code === 10 || code === 13)
    ? codes.map((code) => String.fromCodePoint(code)).join("")
    : undefined;
}

const withoutZeros = (number: string): string => number.toLowerCase().replace(/^0+(?=.)/, "");

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

function base32(run: string): Uint8Array {
  const bits = Array.from(run.toLowerCase().replace(/=+$/, ""), (one) =>
    ALPHABET.indexOf(one).toString(2).padStart(5, "0"),
  ).join("");
  return Uint8Array.from(bits.match(/[01]{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
