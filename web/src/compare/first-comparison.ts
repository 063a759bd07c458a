import type { Site } from "../release/site.ts";
import { compareData, comparePairs } from "./compare-data.ts";
import { readState } from "./compare-state.ts";
import { compareRows, headline, tally } from "./compare-view.ts";

/** The first lines of the page that compares models, which so stay in their places while its script draws the rest. Undefined for fewer than two models. */
export function firstComparison(site: Site): { readonly headline: string; readonly tally: string } | undefined {
  const data = compareData(site);
  const ids = data.models.map(({ id }) => id);
  const [a = "", b = ""] = readState("", ids).models;
  const places = [ids.indexOf(a), ids.indexOf(b)] as const;
  if (places.includes(-1)) return undefined;
  const pair = comparePairs(site).get(a)?.pairs[b];
  return {
    headline: headline(
      places.map((place) => data.models[place]?.name ?? ""),
      [pair],
    ),
    tally: tally(compareRows(data, places, { pair, computed: new Map() })),
  };
}
