import type { Site } from "../release/site.ts";
import { plural } from "../text/format.ts";
import { type AccessChoice, accessChoices } from "./access-table.ts";
import { groupViews, type OtherView, otherViews } from "./other-view.ts";
import { taskOf } from "./tasks.ts";

interface TaskChoice {
  /** the category; undefined for everything */
  readonly category: string | undefined;
  readonly name: string;
  readonly href: string;
  /** how many benchmarks the page of the choice has */
  readonly count: string;
}

/** Which benchmarks count, and which profile or suite is shown. */
interface Kept {
  readonly access?: AccessChoice | undefined;
  readonly view?: Pick<OtherView, "choice" | "label"> | undefined;
}

/** All tasks of a release. Each leads to the same profile, suite or benchmarks if the task has them, and otherwise to the release's own page, which its count says. */
export function taskChoices(site: Site, { access, view }: Kept): TaskChoice[] {
  const { leaderboard, categories, benchmarks, table, link } = site;
  const views = view === undefined ? [] : [...otherViews(leaderboard), ...groupViews(site)];

  function pageOf(category: string | undefined, all: number): Pick<TaskChoice, "href" | "count"> {
    const own = (category === undefined ? undefined : link.group(category)) ?? link.home;
    const found = views.find(
      (one) => one.group === category && one.choice === view?.choice && one.label === view.label,
    );
    if (found !== undefined)
      return {
        href: `${site.base}${found.path}/`,
        count: plural(found.leaderboard.tables[0]?.columns.length ?? 0, "benchmark"),
      };
    const choice = accessChoices(table(category ?? leaderboard.rootGroup)).find((one) => one.access === access);
    if (access !== undefined && choice !== undefined)
      return { href: `${own}${choice.slug}/`, count: plural(choice.count, "benchmark") };
    const isOther = view !== undefined || access !== undefined;
    return { href: own, count: `${plural(all, "benchmark")}${isOther ? " of the release" : ""}` };
  }

  return [
    { category: undefined, name: "Everything", ...pageOf(undefined, benchmarks.length) },
    ...categories.map((category) => ({
      category: category.name,
      name: taskOf(category).name,
      ...pageOf(category.name, category.subgroups.length),
    })),
  ];
}
