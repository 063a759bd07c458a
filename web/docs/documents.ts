import { contentsOf, type ContentsPart } from "../src/docs/contents.ts";
import { documentHtml } from "../src/docs/document-html.ts";
import { pageOfDocument } from "../src/docs/document-page.ts";

interface MarkdownModule {
  rawContent(): string;
  compiledContent(): Promise<string>;
  getHeadings(): readonly { readonly depth: number; readonly slug: string; readonly text: string }[];
}

export interface DocumentPage {
  /** in the repository */
  readonly path: string;
  /** the address, relative to the documentation's folder */
  readonly page: string;
  readonly title: string;
  readonly html: string;
  /** the second headings */
  readonly headings: readonly { readonly slug: string; readonly text: string }[];
}

const modules = Object.entries({
  ...import.meta.glob<MarkdownModule>("../../docs/**/*.md", { eager: true }),
  ...import.meta.glob<MarkdownModule>("../../{CHANGELOG,CONTRIBUTING,SECURITY}.md", { eager: true }),
}).map(([file, module]) => ({ path: file.replace(/^(?:\.\.\/)+/, ""), module }));

const titleOf = (path: string, { getHeadings }: MarkdownModule): string =>
  getHeadings().find(({ depth }) => depth === 1)?.text ?? path;

const targets = new Map(
  modules.map(({ path, module }) => {
    const ids = new Set(module.getHeadings().map(({ slug }) => slug));
    return [path, { title: titleOf(path, module), ids }] as const;
  }),
);

export const documentPages: readonly DocumentPage[] = await Promise.all(
  modules.map(async ({ path, module }) => ({
    path,
    page: pageOfDocument(path),
    title: titleOf(path, module),
    html: documentHtml(await module.compiledContent(), path, targets),
    headings: module.getHeadings().filter(({ depth }) => depth === 2),
  })),
);

/** The table of contents: docs/README.md. */
export const contents: readonly ContentsPart[] = contentsOf(
  modules.find(({ path }) => path === "docs/README.md")?.module.rawContent() ?? "",
  "docs",
  documentPages.filter(({ page }) => !page.includes("/")).map(({ path, title }) => ({ path, title })),
);
