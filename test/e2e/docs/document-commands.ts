import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A fenced block of a document. */
export interface Block {
  /** "docs/ci.md" */
  readonly document: string;
  /** the heading above it, without its number of signs */
  readonly section: string;
  /** "" if the fence names none */
  readonly language: string;
  readonly text: string;
}

/** A command, and the lines that the document shows below it. */
export interface Command {
  readonly line: string;
  readonly output: readonly string[];
}

const root = fileURLToPath(new URL("../../../", import.meta.url));

export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let section = "";
  let open: { language: string; indent: number; lines: string[] } | undefined;
  for (const line of readFileSync(`${root}${document}`, "utf8").split("\n")) {
    const [, indent = "", language] = /^( *)```(\w*)/.exec(line) ?? [];
    if (open !== undefined && language !== undefined) {
      blocks.push({ document, section, language: open.language, text: open.lines.join("\n") });
      open = undefined;
    } else if (open !== undefined) open.lines.push(line.slice(open.indent));
    else if (language !== undefined) open = { language, indent: indent.length, lines: [] };
    else section = /^#+ (.*)/.exec(line)?.[1] ?? section;
  }
  return blocks;
}

/** The commands of a console block: a line behind "$ ", and those behind "> " that continue it. */
export function commandsOf(text: string): Command[] {
  const commands: { line: string; output: string[] }[] = [];
  for (const line of text.split("\n")) {
    const last = commands.at(-1);
    if (line.startsWith("$ ")) commands.push({ line: line.slice(2), output: [] });
    else if (last !== undefined && /^>( |$)/.test(line)) last.line += `\n${line.slice(2)}`;
    else if (line !== "") last?.output.push(line);
  }
  return commands;
}

/** Wall-clock times as 0 s. */
export const untimed = (text: string): string =>
  text.replaceAll(/ in \d+ s;/g, " in 0 s;").replaceAll(/ \d+ s$/gm, " 0 s");
