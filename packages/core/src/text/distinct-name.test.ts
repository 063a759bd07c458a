import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import { foldedName } from "../run/spec/run-name.ts";
import { distinctName } from "./distinct-name.ts";

test("a short name of small letters, digits and - stays as it is", () => {
  expect(distinctName("gpt-5-mini")).toBe("gpt-5-mini");
});

test("any other name is readable and ends with digits of its hash", () => {
  expect(distinctName("org/a_b")).toBe("org_a_b_b10303fc0a21");
  expect(distinctName("x".repeat(41))).toBe(`${"x".repeat(40)}_3164596df4fd`);
});

/** Characters that file systems, S3 and AWS Batch replace, merge or refuse. */
const CHARACTERS = ["a", "A", "b", "_", "/", "-", ".", ":", " ", "\u00e9", "e\u0301", "\u{1f600}"];

test("different names give different results for file systems and AWS Batch, which also accept them", () => {
  const random = seededRandom(10);
  const pick = (): string => CHARACTERS[Math.floor(random() * CHARACTERS.length)] ?? "";
  const names = new Set(
    Array.from({ length: 20_000 }, () => {
      const start = random() < 0.2 ? "a".repeat(58) : "";
      return start + Array.from({ length: 1 + Math.floor(random() * 5) }, pick).join("");
    }),
  );
  const results = [...names].map(distinctName);
  expect(new Set(results.map(foldedName)).size).toBe(names.size);
  expect(results.filter((name) => !/^[A-Za-z0-9_-]{1,53}$/.test(name))).toEqual([]);
});
