import type { Site } from "../release/site.ts";
import { qualitiesView } from "./qualities-view.ts";

/** A benchmark with a page of its runs' qualities. */
export interface MeasuredBenchmark {
  readonly benchmark: string;
  readonly name: string;
  readonly slug: string;
  readonly href: string;
  /** the titles of the measured groups */
  readonly groups: readonly string[];
}

/** The benchmarks of which a run measured more than the score. */
export function measuredBenchmarks(site: Site): MeasuredBenchmark[] {
  return site.benchmarks.flatMap(({ name: benchmark, displayName: name }) => {
    const groups = qualitiesView(site, benchmark).map(({ title }) => title);
    const slug = site.groupSlug(benchmark);
    return groups.length === 0
      ? []
      : [{ benchmark, name, slug, href: `${site.link.page("qualities")}${slug}/`, groups }];
  });
}
