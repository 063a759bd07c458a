/** A page with one address: its folder in src/pages, and its name in the navigation. */
export interface SitePage {
  readonly folder: string;
  readonly title: string;
}

/** In the head of every page, after the leaderboard. */
const MAIN: readonly SitePage[] = [
  { folder: "benchmarks", title: "Benchmarks" },
  { folder: "models", title: "Models" },
  { folder: "compare", title: "Compare" },
  { folder: "methods", title: "Methods" },
];

/** Only in the foot of every page. */
const MORE: readonly SitePage[] = [
  { folder: "head-to-head", title: "Head to head" },
  { folder: "judges", title: "Judges" },
  { folder: "qualities", title: "More than the score" },
  { folder: "taxonomy", title: "Taxonomy" },
  { folder: "glossary", title: "Glossary" },
  { folder: "downloads", title: "Downloads" },
  { folder: "releases", title: "Releases" },
  { folder: "submit", title: "Submit" },
  { folder: "api", title: "API" },
  { folder: "about", title: "About" },
];

/** Every site has it, although its pages are built apart (build-docs.ts). */
const DOCUMENTATION: SitePage = { folder: "docs", title: "Docs" };

/** The navigation of a site that has these source files of pages: "../pages/benchmarks/index.astro", ... */
export function navigation(files: readonly string[]): { readonly main: SitePage[]; readonly all: SitePage[] } {
  const exists = ({ folder }: SitePage) => files.some((file) => file.endsWith(`/${folder}/index.astro`));
  const main = [...MAIN.filter(exists), DOCUMENTATION];
  return { main, all: [...main, ...MORE.filter(exists)] };
}
