import { UserError } from "../user-error.ts";

export interface HoconToken {
  /** `word`: unquoted text without white space; `mark`: one of { } [ ] , : = += ${ ${? */
  readonly kind: "word" | "string" | "space" | "newline" | "mark";
  readonly text: string;
  readonly line: number;
}

/** "my.conf, line 3: <what>" */
export const at = (label: string, line: number, message: string) => new UserError(`${label}, line ${line}: ${message}`);

const PATTERNS = [
  ["newline", /\r?\n/y],
  ["space", /[^\S\r\n]+|\ufeff/y],
  ["comment", /(?:#|\/\/)[^\r\n]*/y],
  ["string", /"""([\s\S]*?"*)"""|"((?:[^"\\\r\n]|\\.)*)"/y],
  ["mark", /\$\{\??|\+=|[{}[\],:=]/y],
  // A slash may stand in a word, two begin a comment; "+" only inside, as in 1e+3.
  ["word", /(?:[^\s"${}[\]:=,+#`^?!@*&\\/]|\/(?!\/))(?:[^\s"${}[\]:=,#`^?!@*&\\/]|\/(?!\/))*/y],
] as const;

function unescape(text: string, label: string, line: number): string {
  try {
    const value: unknown = JSON.parse(`"${text.replaceAll("\t", "\\t")}"`);
    return String(value);
  } catch {
    throw at(label, line, `the text "${text}" has a backslash that JSON does not know; write \\\\ for a backslash`);
  }
}

function whatIsWrong(character: string): string {
  if (character === '"') return "a quote is opened and not closed on its line; close it, or use three quotes";
  return `the character ${character} cannot stand outside quotes; put the value in quotes`;
}

/** HOCON's words. Throws UserError with label and line for a character that cannot stand where it does. */
export function tokenize(source: string, label: string): HoconToken[] {
  const tokens: HoconToken[] = [];
  let line = 1;
  let position = 0;
  while (position < source.length) {
    const found = PATTERNS.flatMap(([kind, pattern]) => {
      pattern.lastIndex = position;
      const match = pattern.exec(source);
      return match === null ? [] : [{ kind, match }];
    })[0];
    if (found === undefined) throw at(label, line, whatIsWrong(source[position] ?? ""));
    const { kind, match } = found;
    const text = kind === "string" ? (match[1] ?? unescape(match[2] ?? "", label, line)) : match[0];
    if (kind !== "comment") tokens.push({ kind, text, line });
    line += match[0].split("\n").length - 1;
    position += match[0].length;
  }
  return tokens;
}
