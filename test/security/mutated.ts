import * as fc from "fast-check";

/** A sample after some changes. */
export interface Mutated<T> {
  /** the number of the sample */
  readonly at: number;
  readonly value: T;
}

/** A place in a value of any length is a share of it, in millionths. */
const WHOLE = 1_000_000;
export const place = fc.nat({ max: WHOLE - 1 });
export const placeIn = (length: number, share: number): number => Math.floor((share / WHOLE) * length);

/** One of the samples after one or two changes. Shrinking leaves changes out, and moves the others to the start. */
function mutated<T, Change>(
  samples: readonly T[],
  changes: fc.Arbitrary<Change>,
  apply: (value: T, change: Change) => T,
): fc.Arbitrary<Mutated<T>> {
  return fc
    .record({
      sample: fc.constantFrom(...samples.entries()),
      changes: fc.array(changes, { minLength: 1, maxLength: 2 }),
    })
    .map(({ sample: [at, whole], changes: some }) => ({
      at,
      value: some.reduce(apply, whole),
      // the bytes of an archive say less than their changes
      ...(typeof whole !== "string" && {
        [fc.toStringMethod]: () => `sample ${at} after ${fc.stringify(some)}`,
      }),
    }));
}

const MOST_CHARACTERS = 20;
type How = "delete" | "double" | "replace" | "insert";

interface TextChange {
  readonly how: How;
  readonly share: number;
  readonly length: number;
  readonly piece: string;
  readonly times: number;
}

/** Texts of which a part is replaced, deleted or repeated, or in which a piece is put; one in ten up to `mostTimes` times. */
function mutatedBy(samples: readonly string[], pieces: readonly string[], mostTimes: number) {
  const changes = fc.record<TextChange>({
    how: fc.constantFrom<How[]>("delete", "double", "replace", "insert"),
    share: place,
    length: fc.nat({ max: MOST_CHARACTERS - 1 }),
    piece: fc.constantFrom(...pieces),
    times: fc.oneof(
      { weight: 9, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: mostTimes }) },
    ),
  });
  return mutated(samples, changes, (text, { how, share, length, piece, times }) => {
    const at = placeIn(text.length + 1, share);
    const end = how === "insert" ? at : at + length;
    const part = how === "double" ? text.slice(at, end).repeat(1 + times) : how === "delete" ? "" : piece.repeat(times);
    return text.slice(0, at) + part + text.slice(end);
  });
}

const PIECES = [
  "*a",
  "&a",
  "<<: *b",
  "!!binary x",
  "? ",
  ": ",
  "\n",
  "\t",
  "- ",
  "[",
  "}",
  '"',
  "'",
  "|",
  "%",
  "---\n",
  "${a}",
  "${?b.c}",
  "include ",
  "+=",
  "=",
  "\\",
  "\u0000",
  "é",
  "#",
  "1e999",
];

/** Marks and words that models write around an answer, and characters that copied texts contain. */
const REPLY_PIECES = [
  "<think>",
  "</think>",
  "**",
  "```json\n",
  "```",
  '{"answer": "',
  '"}',
  "[TOOL_CALLS]",
  "<tool_call>",
  "final_answer(",
  "\\boxed{",
  "$$",
  "Answer: ",
  "Question: ",
  "not ",
  " or ",
  "A",
  "1/2/2020",
  "1e999",
  "-0",
  "٣",
  "Ａ",
  "\u{1d400}",
  "\u200b",
  "\u202e",
  "\ud800",
  "\u0301".repeat(40),
  "&#x41;",
  "| a | b |\n|---|---|\n",
  "\r\n",
  "\u2028",
];

const PATH_PIECES = [
  "../",
  "..",
  "/",
  "//",
  ".",
  "./",
  "\\",
  "..\\",
  "%2e%2e%2f",
  "%2e%2e/",
  "..%2f",
  "%252e%252e%252f",
  "%5c..%5c",
  "\u0000",
  "\u002e\u2024/",
  "/etc/passwd",
  "~/",
  "C:/",
  "file://",
  ".medhelm/",
  "\ud800",
  "é",
  "a".repeat(300),
  " ",
  "?",
  "#",
];

export const mutatedTexts = (...samples: string[]) => mutatedBy(samples, PIECES, 20);
export const mutatedReplies = (replies: readonly string[]) => mutatedBy(replies, REPLY_PIECES, 300);
export const mutatedPaths = (...paths: string[]) => mutatedBy(paths, PATH_PIECES, 6);

/** A value that a program, a disk or an attacker may put in the place of another. */
const VALUES: readonly unknown[] = [
  null,
  "",
  0,
  -1,
  1e308,
  9e15,
  true,
  [],
  {},
  [null],
  "\u0000",
  "x".repeat(1000),
  "../..",
  "NaN",
];

interface JsonChange {
  readonly share: number;
  /** undefined: the part is deleted */
  readonly value: unknown;
}
const jsonChanges = fc.record<JsonChange>({
  share: place,
  value: fc.option(fc.constantFrom(...VALUES), { nil: undefined, freq: 3 }),
});

/** Texts of JSON of which a value is replaced or deleted. */
export const mutatedJson = (...samples: string[]) =>
  mutated(samples, jsonChanges, (text, { share, value: other }) => {
    const whole: unknown = JSON.parse(text);
    const places = placesOf(whole);
    const one = places[placeIn(places.length, share)];
    if (one === undefined) return text;
    if (other === undefined) Reflect.deleteProperty(one.of, one.name);
    else one.of[one.name] = other;
    return JSON.stringify(whole);
  });

interface PlaceInJson {
  readonly of: Record<string, unknown>;
  readonly name: string;
}
const placesOf = (value: unknown): PlaceInJson[] =>
  isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => [{ of: value, name }, ...placesOf(inner)]) : [];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Lengths that a damaged or hostile header may state. */
const LENGTHS = [0, 1, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

type ByteChange = { readonly share: number } & (
  | { readonly how: "byte"; readonly byte: number }
  | { readonly how: "state"; readonly length: number }
  | { readonly how: "delete" | "double"; readonly length: number }
  | { readonly how: "cut" }
);
const part = fc.integer({ min: 1, max: 20 });
const byteChanges: fc.Arbitrary<ByteChange> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ how: fc.constant("byte" as const), share: place, byte: fc.nat({ max: 255 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ how: fc.constant("state" as const), share: place, length: fc.constantFrom(...LENGTHS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ how: fc.constantFrom("delete" as const, "double" as const), share: place, length: part }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant("cut" as const), share: place }) },
);

/** Bytes of which a part is changed, deleted or repeated, or becomes a length, or of which the rest is cut off. */
export const mutatedBytes = (...samples: Uint8Array[]) =>
  mutated(samples, byteChanges, (bytes, change) => {
    const at = placeIn(bytes.length, change.share);
    const whole = Buffer.from(bytes);
    if (change.how === "cut") return whole.subarray(0, at);
    if (change.how === "byte") whole[at] = change.byte;
    else if (change.how === "delete") return Buffer.concat([whole.subarray(0, at), whole.subarray(at + change.length)]);
    else if (change.how === "double") return Buffer.concat([whole.subarray(0, at + change.length), whole.subarray(at)]);
    else if (at + 4 <= whole.length) whole.writeUInt32LE(change.length, at);
    return whole;
  });
