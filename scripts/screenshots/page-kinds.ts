/** A kind of page: the name of its pictures, and the folder of its page in a site. A star is the folder of one model, benchmark, ... */
export interface PageKind {
  readonly name: string;
  readonly folder: string;
  /** part of the name of the page's folder that is preferred where several exist */
  readonly prefer?: string;
}

/** Every kind of page of a site. */
export const PAGE_KINDS: readonly PageKind[] = [
  { name: "home", folder: "" },
  { name: "category", folder: "groups/*" },
  { name: "profile", folder: "profiles/*" },
  { name: "suite", folder: "suites/*" },
  { name: "benchmarks", folder: "benchmarks" },
  { name: "benchmark", folder: "benchmarks/*", prefer: "questions" },
  { name: "models", folder: "models" },
  { name: "model", folder: "models/*", prefer: "simulated-b" },
  { name: "summary", folder: "models/*/summary", prefer: "simulated-b" },
  { name: "run", folder: "runs/*", prefer: "demo_notes-baseline_simulated-d" },
  { name: "compare", folder: "compare" },
  { name: "head-to-head", folder: "head-to-head" },
  { name: "methods", folder: "methods" },
  { name: "judges", folder: "judges" },
  { name: "qualities", folder: "qualities" },
  { name: "qualities-benchmark", folder: "qualities/*" },
  { name: "taxonomy", folder: "taxonomy" },
  { name: "glossary", folder: "glossary" },
  { name: "downloads", folder: "downloads" },
  { name: "releases", folder: "releases" },
  { name: "submit", folder: "submit" },
  { name: "api", folder: "api" },
  { name: "about", folder: "about" },
  { name: "docs", folder: "docs" },
];

/** The address of one page of the kind, of the pages that the site has (for example "models/a/"); undefined if the site has none. */
export function addressOf({ folder, prefer }: PageKind, pages: readonly string[]): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  const fits = (page: string) => {
    const found = page.split("/").slice(0, -1);
    return found.length === parts.length && parts.every((part, index) => part === "*" || part === found[index]);
  };
  const found = pages.filter(fits).toSorted();
  return found.find((page) => prefer !== undefined && page.includes(prefer)) ?? found[0];
}
