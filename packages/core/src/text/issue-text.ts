import type { z } from "zod";

/** zod's names of types -> what a reader calls them */
const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  undefined: "nothing",
  null: "nothing",
};

const LIMITS: Readonly<Record<string, string>> = { ">=": "at least", ">": "above", "<=": "at most", "<": "below" };
const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " entries" };

/** What is wrong with a value, in words to stand behind its key: "is missing", "must be a number, not text". */
export function issueText(issue: z.core.$ZodIssue | undefined): string {
  const message = issue?.message ?? "not in the expected format";
  if (issue?.code === "unrecognized_keys") return `unknown key ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
  const plain = message
    .replace(/^Invalid (?:input|option): expected (?:one of )?/, "must be ")
    .replaceAll('"|"', '" or "');
  return typeText(message) ?? limitText(message) ?? plain;
}

function typeText(message: string): string | undefined {
  const [, expected, received = ""] = /^Invalid input: expected (\S+), received (\S+)$/.exec(message) ?? [];
  if (expected === undefined) return undefined;
  if (received === "undefined") return "is missing";
  if (received === "NaN") return `must be ${TYPES[expected] ?? expected}`; // of a query parameter: text that is no number
  if (expected === "int" && received === "number") return "must be a whole number";
  return `must be ${TYPES[expected] ?? expected}, not ${TYPES[received] ?? received}`;
}

function limitText(message: string): string | undefined {
  const [, what, sign = "", limit = ""] =
    /^Too (?:small|big): expected (\w+) to (?:be|have) (>=|>|<=|<)(\S+)/.exec(message) ?? [];
  if (what === undefined) return undefined;
  return `must ${what in UNITS ? "have" : "be"} ${LIMITS[sign]} ${limit}${UNITS[what] ?? ""}`;
}
