import { posix } from "node:path";

export interface ContentsPart {
  readonly title: string;
  readonly documents: readonly { readonly path: string; readonly title: string }[];
}

const ITEM = /^- \[([^\]]+)\]\(([^)#\s]+)\)/;

/** The parts of docs/README.md: its second headings, and the documents that the lists below them link. */
export function contentsOf(readme: string, folder: string): ContentsPart[] {
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
