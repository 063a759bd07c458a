import { posix } from "node:path";

/** "docs/scoring.md" -> "scoring.html", "docs/benchmarks/README.md" -> "benchmarks.html", "SECURITY.md" -> "project/security.html" */
export function pageOfDocument(path: string): string {
  const inside = path.startsWith("docs/") ? path.slice("docs/".length) : `project/${path.toLowerCase()}`;
  return inside
    .replace(/^README\.md$/, "index.md")
    .replace(/\/README\.md$/, ".md")
    .replace(/\.md$/, ".html");
}

/** The relative address of a page from another one: "index.html" from "decisions/0001.html" is "../index.html". */
export const addressFrom = (from: string, to: string): string => posix.relative(posix.dirname(from), to);
