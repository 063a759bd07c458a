import type { Site } from "../release/site.ts";
import { plural } from "../text/format.ts";
import { TAXONOMY } from "./taxonomy.ts";

export interface TaxonomyBenchmark {
  readonly name: string;
  /** absent: the release does not have the benchmark */
  readonly href?: string;
  /** what is asked, if the release says so */
  readonly what?: string;
  /** e.g. "9 models" */
  readonly run: string;
  /** whether the benchmark is not one of MedHELM's 37 */
  readonly isAdded: boolean;
}

export interface TaxonomyPart {
  readonly name: string;
  readonly description: string;
  readonly href?: string;
  readonly benchmarks: readonly TaxonomyBenchmark[];
}

export interface TaxonomyView {
  readonly categories: readonly {
    readonly name: string;
    readonly description: string;
    readonly href?: string;
    readonly parts: readonly TaxonomyPart[];
  }[];
  /** benchmarks of the release that name no subcategory of the taxonomy */
  readonly others: readonly TaxonomyBenchmark[];
  /** how many of MedHELM's benchmarks and subcategories have a run in the release */
  readonly covered: {
    readonly benchmarks: number;
    readonly of: number;
    readonly subcategories: number;
    readonly ofSubcategories: number;
  };
}

type TaxonomySite = Pick<Site, "benchmarks" | "categories" | "subcategories" | "group" | "table"> & {
  readonly link: Pick<Site["link"], "group">;
};

/** The whole taxonomy with the benchmarks of this release, and those that it adds. */
export function taxonomyView(site: TaxonomySite): TaxonomyView {
  const { benchmarks, categories, subcategories, group, table, link } = site;
  const known = new Set(
    TAXONOMY.flatMap((one) => one.subcategories.flatMap((part) => part.benchmarks.map(({ name }) => name))),
  );
  const parts = new Set(TAXONOMY.flatMap((one) => one.subcategories.map(({ name }) => name)));
  const shown = (name: string, displayName: string): TaxonomyBenchmark => {
    const found = group(name);
    const models = new Set(table(name)?.rows.map(({ model }) => model)).size;
    const href = link.group(name);
    const what = found?.benchmark?.asks ?? found?.description;
    return {
      name: found?.displayName ?? displayName,
      ...(href === undefined ? {} : { href }),
      ...(what === undefined || what === "" ? {} : { what }),
      run: models === 0 ? "not run" : plural(models, "model"),
      isAdded: !known.has(name),
    };
  };
  const added = benchmarks.filter(({ name }) => !known.has(name));
  const pageOf = (groups: Site["categories"], title: string) => {
    const found = groups.find(({ displayName }) => displayName === title);
    const href = found && link.group(found.name);
    return href === undefined ? {} : { href };
  };
  const view = TAXONOMY.map((category) => ({
    name: category.name,
    description: category.description,
    ...pageOf(categories, category.name),
    parts: category.subcategories.map((part) => ({
      name: part.name,
      description: part.description,
      ...pageOf(subcategories, part.name),
      benchmarks: [
        ...part.benchmarks.map(({ name, displayName }) => shown(name, displayName)),
        ...added
          .filter(({ benchmark }) => benchmark?.subcategory === part.name)
          .map(({ name, displayName }) => shown(name, displayName)),
      ],
    })),
  }));
  const all = view.flatMap((category) => category.parts);
  return {
    categories: view,
    others: added
      .filter(({ benchmark }) => !parts.has(benchmark?.subcategory ?? ""))
      .map(({ name, displayName }) => shown(name, displayName)),
    covered: {
      benchmarks: all.reduce((sum, part) => sum + runIn(part), 0),
      of: known.size,
      subcategories: all.filter((part) => runIn(part) > 0).length,
      ofSubcategories: all.length,
    },
  };
}

const runIn = (part: TaxonomyPart): number =>
  part.benchmarks.filter(({ run, isAdded }) => run !== "not run" && !isAdded).length;
