import { markdownTable } from "./markdown-table.ts";

const ENTRY = /(?:\/\*\* ([^*]*(?:\*(?!\/)[^*]*)*) \*\/\s*)?(\w+): (\d+),/g;

/** The exit codes of packages/core/src/exit-codes.ts, with their comments. */
export function exitCodesPage(source: string): string {
  const rows = [...source.matchAll(ENTRY)].map(([, comment = "The work is done.", name = "", code = ""]) => [
    code,
    name,
    comment.trim(),
  ]);
  return [
    "# Exit codes",
    "",
    "All programs use them. [Connect your model](../connect-your-model.md#exit-codes) says which case of a run has which code, and [Gates in CI](../ci.md) explains 100 and 101.",
    "",
    markdownTable(["code", "name in the source", "meaning"], rows),
  ].join("\n");
}
