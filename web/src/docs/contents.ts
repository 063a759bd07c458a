import { posix } from "node:path";

export interface ContentsPart {
  readonly title: string;
  readonly documents: readonly { readonly path: string; readonly title: string }[];
}

const ITEM = /^- \[([^\]]+)\]\(([^)#\s]+)\)/;

/**
 * The parts of docs/README.md: its second headings, and the documents that the lists below them link. The last part has the documents of `all`
 * that no list links.
 */
export function contentsOf(
  readme: string,
  folder: string,
  all: readonly ContentsPart["documents"][number][],
): ContentsPart[] {
  const parts = listedParts(readme, folder);
  const listed = new Set(parts.flatMap(({ documents }) => documents.map(({ path }) => path)));
  const others = all.filter(({ path }) => !listed.has(path) && path !== posix.join(folder, "README.md"));
  return others.length === 0 ? parts : [...parts, { title: "More", documents: others }];
}

function listedParts(readme: string, folder: string): ContentsPart[] {
  return readme
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      const documents = lines.flatMap((line) => {
        const [, name, file] = ITEM.exec(line) ?? [];
        return name === undefined || file === undefined ? [] : [{ path: posix.join(folder, file), title: name }];
      });
      return { title, documents };
    })
    .filter(({ documents }) => documents.length > 0);
}
