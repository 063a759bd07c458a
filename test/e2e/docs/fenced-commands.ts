import { blocksOf, commandsOf } from "./document-commands.ts";

/** A command of a document. */
export interface FencedCommand {
  readonly document: string;
  readonly line: string;
}

/** A row of the table "Commands that no test runs". */
export interface UntestedRow {
  readonly document: string;
  /** a part of the command; undefined: every command of the document */
  readonly part: string | undefined;
  readonly reason: string;
}

const SHELLS = ["", "sh", "bash", "console"];
/** A block without a language, such as a picture of letters, has commands if one of its lines begins as one. */
const PROGRAM =
  /^(?:[A-Z_]+=\S+ )*(?:medhelm|helm-\w+|npx|npm|node|aws|docker|git|python3|source|export|for \w+ in)\b/m;

/** Every command in the fences of a document, as its reader would type it. */
export function fencedCommands(document: string): FencedCommand[] {
  return blocksOf(document)
    .filter(({ language }) => SHELLS.includes(language))
    .flatMap(({ language, text }) => {
      if (language === "console") return commandsOf(text).map(({ line }) => line);
      return PROGRAM.test(text) ? linesOf(text) : [];
    })
    .map((line) => ({ document, line }));
}

/** Joins a line that ends in a backslash with the next, and leaves out comments and explanations behind several spaces. */
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/^\$ /, "")
        .replace(/\s{2,}(?:#|[a-z]).*$/, ""),
    )
    .filter((line) => line !== "" && !line.startsWith("#"));

/** The rows of the table below the heading of docs/testing.md. */
export function untestedRows(testing: string): UntestedRow[] {
  const [, section = ""] = testing.split("\n## Commands that no test runs\n");
  const [table = ""] = section.split("\n## ");
  return table.split("\n").flatMap((line) => {
    const [, document, part, reason] = /^\| (\S+) \| (?:`([^`]+)`|every command) \| ([^|]+) \|$/.exec(line) ?? [];
    return document === undefined || reason === undefined ? [] : [{ document: `docs/${document}`, part, reason }];
  });
}

export const covers = (row: UntestedRow, { document, line }: FencedCommand): boolean =>
  row.document === document && (row.part === undefined || line.includes(row.part));
