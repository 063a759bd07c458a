import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

test("shows characters that turn, hide or control text as marks", () => {
  expect(visibleText("a\u202Eb\u200Bc\u0007d\u00ADe\uFEFF\u{E0041}\u3164")).toBe(
    "a⟦U+202E⟧b⟦U+200B⟧c⟦U+0007⟧d⟦U+00AD⟧e⟦U+FEFF⟧⟦U+E0041⟧⟦U+3164⟧",
  );
});

test("shows the sequences that a terminal would obey as marks", () => {
  expect(visibleText("\u001B[2Ja\u009B31mb\rc\u007F")).toBe("⟦U+001B⟧[2Ja⟦U+009B⟧31mb⟦U+000D⟧c⟦U+007F⟧");
});

test("leaves tabs, lines, Arabic and combining marks as they are", () => {
  expect(visibleText("a\tb\r\nإيبوبروفين é")).toBe("a\tb\nإيبوبروفين é");
});
