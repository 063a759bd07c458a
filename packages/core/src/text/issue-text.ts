import { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Maps zod's type names to plain words. */
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

/** The units of length limits by zod's type name. A number has no unit. */
const UNITS: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

/** The issues of a key of a record. */
const OfKey = z.object({ issues: z.array(z.object({ message: z.string() })) });

// zod creates messages while it parses, because only then the value is available. A schema's own message takes precedence.
z.config({ customError: wording });

/** Describes zod's issue in words that follow the key in a message: "is missing", "must be a number, not text". */
export const issueText = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.message ?? "not in the expected format";

/** Describes the issue codes that user input can cause. For other codes it returns undefined, and zod writes the message. */
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
    case "invalid_key":
      return OfKey.safeParse(issue).data?.issues[0]?.message;
    case "invalid_union":
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
