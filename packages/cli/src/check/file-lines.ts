import type { OpenFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";

/** A longer line is a file of another kind. */
const MAX_CHARACTERS = 16_777_216;

/**
 * Reads a file of text line by line, so that a large file needs little memory. Lines start at 1.
 * @throws UserError if a line is too long or the file is not UTF-8
 */
export async function* fileLines(
  file: OpenFile,
): AsyncGenerator<{ readonly line: string; readonly number: number }, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let number = 0;
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new UserError(`${file.label}, after line ${number}: not UTF-8 text; save it as UTF-8`, { cause });
    }
  };
  for await (const chunk of file.stream()) {
    // a line feed may follow the carriage return in the next chunk
    const [text, cut] = heldBack(rest + decoded(chunk));
    const lines = text.split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? "") + cut;
    for (const line of lines) yield { line, number: ++number };
    if (rest.length > MAX_CHARACTERS)
      throw new UserError(
        `${file.label}, line ${number + 1}: it has more than ${MAX_CHARACTERS} characters; split the line, or correct the ends of lines`,
      );
  }
  for (const line of (rest + decoded()).split(/\r\n|\r|\n/)) yield { line, number: ++number };
}

const heldBack = (text: string): [string, string] => (text.endsWith("\r") ? [text.slice(0, -1), "\r"] : [text, ""]);
