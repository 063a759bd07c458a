import { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** zod's names of types -> words for a reader */
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

/** What the limit of a value counts; the limit of a number counts nothing. */
const UNITS: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

// zod computes a message while it parses, and only then knows the value. A schema's own message comes first.
z.config({ customError: wording });

/** Says what is wrong with a value, in words to put after its key: "is missing", "must be a number, not text". */
export const issueText = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.message ?? "not in the expected format";

/** Words for the codes that a user's input causes; undefined leaves the message to zod. */
function wording(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return typeText(issue.expected, issue.input);
    case "invalid_value":
      return `must be ${z.util.joinValues([...issue.values], " or ")}`;
    case "unrecognized_keys":
      return `unknown key ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "too_small":
      return limitText(issue.origin, limitOf(issue, "at least", "above"), issue.minimum);
    case "too_big":
      return limitText(issue.origin, limitOf(issue, "at most", "below"), issue.maximum);
    case "invalid_format":
    case "not_multiple_of":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "custom":
  }
  return undefined;
}

function typeText(expected: string, input: unknown): string {
  const wanted = TYPES[expected] ?? expected;
  if (input === undefined) return "is missing";
  if (Number.isNaN(input)) return `must be ${wanted}`; // the text of a query parameter that is not a number
  if (typeof input !== "number")
    return `must be ${wanted}, not ${TYPES[z.util.parsedType(input)] ?? z.util.parsedType(input)}`;
  if (!Number.isFinite(input)) return `must be ${wanted}, not ${input}`;
  return expected === "int" ? `must be ${wanted}` : `must be ${wanted}, not a number`;
}

function limitOf({ exact, inclusive }: RawIssue, closed: string, open: string): string {
  if (exact === true) return "exactly";
  return inclusive === true ? closed : open;
}

function limitText(origin: string, limit: string, value: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${limit} ${value}` : `must have ${limit} ${value} ${unit}`;
}
