import type { Group, Site } from "../release/site.ts";
import { formatCount } from "../text/format.ts";
import type { Fact } from "../text/facts.ts";
import { score } from "../text/numbers.ts";
import { accessWords } from "../text/words.ts";
import type { BenchmarkColumn } from "./column.ts";
import { metricOf, metricWords, scaleWords } from "./metric-words.ts";

const UNKNOWN = "unknown";

const ORIGINS = {
  existing: "a benchmark before MedHELM included it",
  reformulated: "existing data with a new task",
  new: "made for MedHELM",
  unknown: UNKNOWN,
} as const;

/** The facts at the head of a benchmark's page. A fact that the release does not have is "unknown". */
export function benchmarkFacts(site: Site, name: string, column: BenchmarkColumn | undefined): Fact[] {
  const known: Known = site.group(name)?.benchmark ?? {};
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["For whom", known.forWhom ?? known.taxonomy?.["who"]],
    ["Kind of work", known.subcategory],
    ["Scored by", column && `${metricWords(metricOf(column))}, ${scaleWords(column)}`],
    ["Questions", questionsText(column)],
    ["Access", known.access && `${known.access}: ${accessWords[known.access]}`],
    ["Licence", known.licence],
    ["Public since", publicSince(known)],
    ["Origin", ORIGINS[known.origin ?? "unknown"]],
    ["Language", known.taxonomy?.["language"]],
    ["Source", known.source],
    ["Name in files", [name, known.mainMetric].join(", ")],
  ];
  return facts.map(([what, text]) => [what, text || UNKNOWN]);
}

type Known = Partial<NonNullable<Group["benchmark"]>>;

const publicSince = ({ dates, access }: Known): string | undefined =>
  dates?.firstPublic ?? (access === undefined || access === "public" ? undefined : "not published");

function questionsText(column: BenchmarkColumn | undefined): string {
  const counts = [...new Set((column?.entries ?? []).map(({ cell }) => cell.instances))]
    .filter((count) => count > 0)
    .toSorted((a, b) => b - a);
  if (counts.length === 0) return UNKNOWN;
  const items = column?.column.itemCounts;
  const words = [counts.map(formatCount).join(" or ")];
  if (counts.length > 1 || items?.otherItems !== undefined) words.push("not the same for all models");
  if (items !== undefined && items.clusters < items.items)
    words.push(`in ${formatCount(items.clusters)} independent groups`);
  return words.join(", ");
}

/** How small a difference the benchmark can show; undefined if it is unknown. */
export function detectableText({ column, bounds }: BenchmarkColumn): string | undefined {
  const { detectable, items } = column.itemCounts ?? {};
  if (detectable === undefined || "undefinedBecause" in detectable || items === undefined || bounds === undefined)
    return undefined;
  const difference = detectable.difference * (bounds.max - bounds.min);
  return `With ${formatCount(items)} questions, two models whose true scores differ by less than ${score(difference)} will often look the same.`;
}
