import { HELM_FILES } from "@medhelm/core/store/object-keys";
import { code, escaped, markdownTable } from "./markdown-table.ts";

const ENTRY = /(?:\/\*\* ([^*]*) \*\/\s*)?\b\w+: \([^)]*\) =>\s*[`"]([^`"]+)[`"]/g;

/** The keys of packages/core/src/store/object-keys.ts, with their comments: paths in a folder, or objects in a bucket. */
export function filesPage(source: string): string {
  const rows = [...source.matchAll(ENTRY)]
    .map(([, comment = "", template = ""]) => ({ path: placeholders(template), comment: comment.trim() }))
    .filter(({ path }) => !path.includes("${"))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const unique = rows.filter(({ path, comment }, index) => comment !== "" || path !== rows[index + 1]?.path);
  return [
    "# Files and objects",
    "",
    "Paths below the output folder, or keys in a service's buckets. A path that ends in `/` is a folder. [Formats](../formats.md) has their contents.",
    "",
    `A run folder has HELM's files ${HELM_FILES.map(code).join(", ")}.`,
    "",
    markdownTable(
      ["path", "meaning"],
      unique.map(({ path, comment }) => [code(path), escaped(comment)]),
    ),
  ].join("\n");
}

/** "runs/${suite}/x/${jsonFile(run)}" -> "runs/<suite>/x/<run>.json" */
const placeholders = (template: string): string =>
  template
    .replaceAll("${keys.generation(suite, run, folder)}", "runs/<suite>/.generations/<area>/<run>/<folder>/")
    .replaceAll(/\$\{jsonFile\((\w+)\)\}/g, "<$1>.json")
    .replaceAll(/\$\{distinctName\((\w+)\)\}/g, "<$1>")
    .replaceAll(/\$\{hashOf\([^}]*(?:\}[^}]*)*?`\)\}/g, "<hash of suite/run>")
    .replaceAll(/\$\{(\w+)\}/g, "<$1>");
