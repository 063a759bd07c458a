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

/** Replaces, deletes or repeats one random part of a JSON value. */
export function mutatedJson(text: string, random: () => number): string {
  const value: unknown = JSON.parse(text);
  const places: { readonly of: Record<string, unknown>; readonly name: string }[] = [];
  const collect = (of: unknown): void => {
    if (!isRecord(of)) return;
    for (const [name, inner] of Object.entries(of)) {
      places.push({ of, name });
      collect(inner);
    }
  };
  collect(value);
  const place = places[Math.floor(random() * places.length)];
  if (place === undefined) return text;
  if (random() < 0.3) Reflect.deleteProperty(place.of, place.name);
  else place.of[place.name] = VALUES[Math.floor(random() * VALUES.length)];
  return JSON.stringify(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

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

/** Replaces, deletes, repeats or adds a random part of a text. */
export function mutatedText(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  const end = at + Math.floor(random() * 20);
  const piece = PIECES[Math.floor(random() * PIECES.length)] ?? "";
  const kind = random();
  if (kind < 0.25) return text.slice(0, at) + text.slice(end);
  if (kind < 0.5) return text.slice(0, end) + text.slice(at);
  if (kind < 0.75) return text.slice(0, at) + piece + text.slice(end);
  return text.slice(0, at) + piece + text.slice(at);
}

/** Lengths that a damaged or hostile header may state. */
const LENGTHS = [0, 1, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

/** Changes, deletes, repeats or overwrites a random part of some bytes, or cuts them off. */
export function mutatedBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  const end = at + 1 + Math.floor(random() * 20);
  const whole = Buffer.from(bytes);
  const kind = random();
  if (kind < 0.1) return whole.subarray(0, at);
  if (kind < 0.2) return Buffer.concat([whole.subarray(0, at), whole.subarray(end)]);
  if (kind < 0.3) return Buffer.concat([whole.subarray(0, end), whole.subarray(at)]);
  if (kind < 0.5 && at + 4 <= whole.length) {
    whole.writeUInt32LE(LENGTHS[Math.floor(random() * LENGTHS.length)] ?? 0, at);
    return whole;
  }
  whole[at] = Math.floor(random() * 256);
  return whole;
}

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

/** Replaces, deletes, repeats or adds a random part of a reply; the part may be repeated very often. */
export function mutatedReply(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const end = at + Math.floor(random() * 20);
  const piece = REPLY_PIECES[Math.floor(random() * REPLY_PIECES.length)] ?? "";
  const kind = random();
  if (kind < 0.2) return text.slice(0, at) + text.slice(end);
  if (kind < 0.35) return text.slice(0, end) + text.slice(at);
  if (kind < 0.7) return text.slice(0, at) + piece + text.slice(at);
  if (kind < 0.9) return text.slice(0, at) + piece + text.slice(end);
  const part = text.slice(at, end) || piece;
  return text.slice(0, at) + part.repeat(1 + Math.floor(random() * 300)) + text.slice(end);
}
