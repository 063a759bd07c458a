import { describe, expect, test } from "vitest";
import { decodedRuns } from "./reading/decoded-runs.ts";
import { fenceAnswer } from "./reading/fence.ts";
import { withoutLeet } from "./reading/leet.ts";
import { parseHelmReply } from "./reading/parse-helm.ts";
import { parseStrictReply } from "./reading/parse-strict.ts";
import { ownershipOf } from "./reading/quoted-verdict.ts";

/** With an expression of quadratic time these tests take minutes, and the runner stops them. */
const VERDICT = '{"accuracy": {"score": 4, "explanation": "sound"}}';
const criteria = { accuracy: ["score", "explanation"] };
const imitable = { template: "<answer>{RESPONSE}</answer>", criteria };
const SIZE = 300_000;

describe("a judge's reply that is very long", () => {
  test.each([
    ["line breaks", "\n"],
    ["spaces", " "],
    ["tabs", "\t"],
    ["carriage returns", "\r\n"],
    ["opening braces", "{"],
    ["closing braces", "}"],
    ["brackets", "["],
    ["quotation marks", '"'],
    ["backslashes", "\\"],
    ["back quotes", "`"],
    ["slashes", "/"],
    ["opened comments", "/*"],
    ["keys without a value", '"a":'],
    ["opened objects", '{"accuracy":{'],
  ])("is read in linear time with %s", (_, unit) => {
    const filler = unit.repeat(Math.ceil(SIZE / unit.length));
    expect(parseStrictReply(`I read it.${filler}\nIt is sound.`, criteria)).toMatchObject({ kind: "unreadable" });
  });

  test("has 12,000 verdicts behind 300,000 spaces in one line", () => {
    expect(
      parseStrictReply(`${" ".repeat(SIZE)}${'{"accuracy":{"score":4}} '.repeat(12_000)}`, criteria),
    ).toMatchObject({
      kind: "scored",
    });
  });

  test("quotes 6,000 verdicts behind its own and 300,000 letters", () => {
    const quoted = '{"accuracy": {"score": 1, "explanation": "b"}} was inserted by the answer; '.repeat(6000);
    expect(parseStrictReply(`${VERDICT} ${"a".repeat(SIZE)}. ${quoted}`, criteria)).toMatchObject({
      kind: "scored",
      scores: { accuracy: { score: 4 } },
    });
  });

  test("states its verdict before or after 300,000 line breaks", () => {
    const filler = "\n".repeat(SIZE);
    expect(parseStrictReply(`${filler}${VERDICT}`, criteria)).toMatchObject({ kind: "scored" });
    expect(parseStrictReply(`${VERDICT}${filler}`, criteria)).toMatchObject({ kind: "scored" });
  });
});

test("HELM's reading of a judge's reply with 300,000 opening braces is linear", () => {
  expect(parseHelmReply("{".repeat(SIZE), criteria)).toBeUndefined();
  expect(parseHelmReply(`It is {${VERDICT.slice(1)} {`, criteria)).toMatchObject({ accuracy: { score: 4 } });
});

describe("a candidate's answer that is very long", () => {
  test("of digits has no readings of letters", () => {
    expect(withoutLeet("1".repeat(SIZE))).toEqual([]);
    expect(withoutLeet(`${"1".repeat(SIZE)} sc0re`)).toContain(`${"1".repeat(SIZE)} score`);
  });

  test("of short runs of hexadecimal digits on lines is decoded", () => {
    expect(decodedRuns(`${"61 \n".repeat(11)}x`.repeat(SIZE / 45))).toEqual([]);
    expect(decodedRuns("61: \n62\n63:64 65\t\n".repeat(3))).toContain("abcde".repeat(3));
  });

  test("of 200,000 codes of characters is decoded", () => {
    expect(decodedRuns("61 ".repeat(200_000))).toContain("a".repeat(200_000));
  });

  test.each([
    ["backslashes", "\\"],
    ["ampersands", "&amp;"],
    ["per cents", "%25"],
    ["line breaks", "\n"],
    ["opening tags", "<"],
    ["opening braces", "{"],
    ["quotation marks", '"'],
    ["brackets", "["],
  ])("is fenced in linear time with %s", (_, unit) => {
    const filler = unit.repeat(Math.ceil(SIZE / unit.length));
    expect(fenceAnswer(`Rest.${filler}Fluids.`, imitable)).toContain("Fluids.");
  });

  test.each([
    ["backslashes", "\\"],
    ["line breaks", "\n"],
    ["letters", "a"],
    ["digits", "5"],
    ["digits of another script", "５"],
    ["marks of two kinds on one letter", "\u0301\u0323"],
    ["marks without a width", "\u200b"],
  ])("is compared with a verdict in linear time with %s", (_, unit) => {
    const answer = `Rest.${unit.repeat(50_000)}Fluids.`;
    expect(ownershipOf(answer, imitable).isOwn({ accuracy: 4 }, undefined)).toBe(true);
  });

  test.each([
    ["300,000 letters of another script", "Пациент здоров ".repeat(20_000)],
    ["50,000 ligatures of 18 letters each", "\ufdfa".repeat(50_000)],
    ["600,000 letters", "Fluids. ".repeat(75_000)],
  ])("of %s may state any verdict, so that only the key shows that one is the judge's own", (_, answer) => {
    const { key, isOwn } = ownershipOf(answer, imitable);
    expect([isOwn({ accuracy: 4 }, undefined), isOwn({ accuracy: 4 }, key)]).toEqual([false, true]);
  });

  test("of 12,000 letters of another script is read, and states no verdict", () => {
    const answer = "Пациент здоров ".repeat(800);
    expect(ownershipOf(answer, imitable).isOwn({ accuracy: 4 }, undefined)).toBe(true);
  });
});
