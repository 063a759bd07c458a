import { UserError } from "../user-error.ts";

export interface HoconToken {
  /** `word`: unquoted text without white space. `mark`: one of { } [ ] , : = += ${ ${? */
  readonly kind: "word" | "string" | "space" | "newline" | "mark";
  readonly text: string;
  readonly line: number;
}

/** Makes the error "my.conf, line 3: <message>". */
export const errorAt = (label: string, line: number, message: string) =>
  new UserError(`${label}, line ${line}: ${message}`);

const PATTERNS = [
  ["newline", /\r?\n/y],
  ["space", /[^\S\r\n]+|\ufeff/y],
  ["comment", /(?:#|\/\/)[^\r\n]*/y],
  ["string", /"""([\s\S]*?"*)"""|"((?:[^"\\\r\n]|\\.)*)"/y],
  ["mark", /\$\{\??|\+=|[{}[\],:=]/y],
  // A word may contain one slash; two slashes start a comment. "+" is allowed after the first character only, as in 1e+3.
  ["word", /(?:[^\s"${}[\]:=,+#`^?!@*&\\/]|\/(?!\/))(?:[^\s"${}[\]:=,#`^?!@*&\\/]|\/(?!\/))*/y],
] as const;

function unescape(text: string, label: string, line: number): string {
  try {
    const value: unknown = JSON.parse(`"${text.replaceAll("\t", "\\t")}"`);
    return String(value);
  } catch {
    throw errorAt(
      label,
      line,
      `the text "${text}" has an escape that is not valid in JSON; write \\\\ for a backslash`,
    );
  }
}

function characterProblem(character: string): string {
  if (character === '"') return "a quote is opened and not closed on the same line; close it, or use three quotes";
  return `the character ${character} is not allowed outside quotes; put the value in quotes`;
}

/** About ten thousand entries. More would block the API for a second, because a megabyte of single marks has a million of them. */
const MAX_TOKENS = 300_000;

type Kind = (typeof PATTERNS)[number][0];

/** Matches the first pattern that fits at a position. */
function matchAt(source: string, position: number): { kind: Kind; match: RegExpExecArray } | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = position;
    const match = pattern.exec(source);
    if (match !== null) return { kind, match };
  }
  return undefined;
}

/** Splits a HOCON text into tokens. @throws UserError with label and line for a character that is not allowed, or too many tokens */
export function tokenize(source: string, label: string): HoconToken[] {
  const tokens: HoconToken[] = [];
  let line = 1;
  let position = 0;
  while (position < source.length) {
    const found = matchAt(source, position);
    if (found === undefined) throw errorAt(label, line, characterProblem(source[position] ?? ""));
    const { kind, match } = found;
    const text = kind === "string" ? (match[1] ?? unescape(match[2] ?? "", label, line)) : match[0];
    if (kind !== "comment") tokens.push({ kind, text, line });
    if (tokens.length > MAX_TOKENS)
      throw errorAt(
        label,
        line,
        `the text has more than ${MAX_TOKENS} words, signs and spaces; split it into several files`,
      );
    line += kind === "newline" ? 1 : kind === "string" ? match[0].split("\n").length - 1 : 0;
    position += match[0].length;
  }
  return tokens;
}
