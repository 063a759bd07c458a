import { expect, test } from "vitest";
import { z } from "zod";
import { issueText } from "./issue-text.ts";

const Schema = z.strictObject({
  n: z.number(),
  list: z.array(z.string()).optional(),
  kind: z.enum(["a", "b"]).optional(),
  word: z.literal("yes").optional(),
  whole: z.int().min(1).optional(),
  own: z.string().regex(/^a/, "begins with a").max(3).optional(),
  some: z.array(z.int()).min(1).optional(),
});
const cases: readonly (readonly [what: string, value: unknown, text: string])[] = [
  ["a missing key", {}, "is missing"],
  ["another type", { n: "1" }, "must be a number, not text"],
  ["a query parameter that is not a number", { n: Number.NaN }, "must be a number"],
  ["a text for a list", { n: 1, list: "a" }, "must be a list, not text"],
  ["an unknown word", { n: 1, kind: "c" }, 'must be "a" or "b"'],
  ["another literal", { n: 1, word: "no" }, 'must be "yes"'],
  ["a broken number", { n: 1, whole: 1.5 }, "must be a whole number"],
  ["a number below its limit", { n: 1, whole: 0 }, "must be at least 1"],
  ["a text beyond its limit", { n: 1, own: "abcd" }, "must have at most 3 characters"],
  ["a list that is too short", { n: 1, some: [] }, "must have at least 1 entries"],
  ["an unknown key", { n: 1, x: 1 }, 'unknown key "x"'],
  ["a rule with its own message", { n: 1, own: "b" }, "begins with a"],
];
test.each(cases)("%s is described in plain words", (_what, value, text) => {
  expect(issueText(Schema.safeParse(value).error?.issues[0])).toBe(text);
});
