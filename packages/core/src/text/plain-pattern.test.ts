import { expect, test } from "vitest";
import { isPlain, plainPattern } from "./plain-pattern.ts";

const UNITS = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
const ALL = UNITS.join("");
const PLAIN_UNITS = UNITS.filter(isPlain);
const PLAIN = PLAIN_UNITS.join("");

const SIGNS_FROM = "\u2000";

const found = (pattern: RegExp | undefined, text: string): readonly string[] => {
  if (pattern === undefined) throw new Error("there is no plain pattern");
  return [...text.matchAll(pattern)].map(({ 0: all, index }) => `${index} ${all}`);
};

const SCRIPTS = ["Latin", "Greek", "Cyrillic", "Arabic", "Devanagari", "Han", "Hiragana", "Katakana", "Hangul"];
test.each(["L", "Lu", "Ll", "N", "Nd", "M", ...SCRIPTS.flatMap((name) => [`Script=${name}`, `sc=${name}`])])(
  "a plain text has the same characters with the property %s, without the flag u",
  (name) => {
    const sources = [String.raw`\p{${name}}`, String.raw`[\p{${name}}-]`, String.raw`[^,\p{${name}}]`];
    for (const flags of ["gu", "giu"])
      for (const source of sources)
        expect(found(plainPattern(source, flags), PLAIN)).toEqual(found(new RegExp(source, flags), PLAIN));
  },
);

test("a character that the flags iu equate with a letter of a plain text is equated without u, or refused", () => {
  const others = PLAIN_UNITS.filter((one) => one < SIGNS_FROM).flatMap((one) => {
    const source = `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const plain = new Set(found(new RegExp(source, "gi"), ALL));
    return found(new RegExp(source, "giu"), ALL).filter((other) => !plain.has(other));
  });
  expect(new Set(others.map((other) => other.slice(-1)))).toEqual(
    new Set(["\u017f", "\u03f4", "\u1e9e", "\u2126", "\u212a", "\u212b"]),
  );
});

test("the flags iu equate no other character with a sign", () => {
  const units = PLAIN_UNITS.filter((one) => one >= SIGNS_FROM);
  expect(found(new RegExp(`[${units.join("")}]`, "giu"), ALL).map((one) => one.slice(-1))).toEqual(units);
});

test.each([
  "\u017f",
  "[\u212a]",
  String.raw`\u017F`,
  String.raw`\u{6b}`,
  String.raw`[\u0100-\u0200]`,
  "[A-ɏ]",
  String.raw`\P{Lm}`,
  String.raw`[\P{L}]`,
  "👍?",
])("a pattern with %s has no plain one", (source) => {
  expect(plainPattern(source, "iu")).toBeUndefined();
});

test.each([
  [String.raw`(?<!\p{L})(\p{Lu}\p{Ll}+)(?!\p{L})`, "gu", "Ångström and Élan, ÄRZTE and µ"],
  [String.raw`(?<!\p{L})(?:straße|ärzte?|ÿ)(?!\p{L})`, "giu", "STRAßE, Ärzte, ÄRZT, Ÿ"],
  [String.raw`[✗✘👎]|[-–—]\s?\P{L}|(?<word>\w+)\k<word>`, "giu", "✗ — 5 – no, aA"],
  [String.raw`^[^\p{L}\n]{0,6}$`, "gmu", "12\nab\n…"],
])("%s with the flags %s matches the same in a plain text", (source, flags, text) => {
  expect(found(plainPattern(source, flags), text)).toEqual(found(new RegExp(source, flags), text));
});
