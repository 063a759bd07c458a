import type { DataFile } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import type { Cluster } from "@medhelm/core/scoring/row-groups";
import type { DefinedBenchmark } from "../define.ts";
import { evidenceText } from "../shared/evidence.ts";

const GENERATED = "<!-- npm run docs:benchmarks writes this file from the card -->";

/** Returns the content of docs/benchmarks/<name>.md. */
export function benchmarkPage(benchmark: DefinedBenchmark): string {
  const {
    card,
    names: [name, ...aliases],
    evidence,
  } = benchmark;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Name in run entries", [name, ...aliases].map((each) => `\`${each}\``).join(", ")],
    ["Asks", card.asks],
    ["For whom", card.forWhom],
    ["Category", `${card.category}: ${card.subcategory}`],
    ["Task", `${card.facets.task}: ${card.facets.what}`],
    ["Who, when, language", `${card.facets.who}; ${card.facets.when}; ${card.facets.language}`],
    ["Access", card.org === undefined ? card.access : `${card.access} (${card.org})`],
    ["Licence", card.licence],
    ["Source", card.source],
    ["Data", dataText(benchmark)],
    ["Answers", card.form === "closed" ? "closed: from a list, or checked by a rule" : "open: free text"],
    ["Main metric", `\`${card.mainMetric}\` on split \`${card.mainSplit}\``],
    ["Without reading", card.floor?.note],
    ["Origin", originText(card)],
    ["Dates", datesText(card)],
    [
      "Cap of the published leaderboard",
      card.instanceCap === undefined ? undefined : `${card.instanceCap} instances a run`,
    ],
    ["Rows that belong together", clusterText(card)],
    ["Compared part by part", stratumText(card)],
    ["Checked on", evidenceText(evidence)],
  ];
  const table = facts.flatMap(([what, text]) => (text === undefined ? [] : [`| ${what} | ${cell(text)} |`]));
  const faults = card.knownFaults.map((fault) => `- ${fault}`);
  return [
    GENERATED,
    `# ${card.displayName}`,
    "",
    card.description,
    "",
    "| | |",
    "|---|---|",
    ...table,
    ...(faults.length === 0 ? [] : ["", "## Known faults", "", ...faults]),
    "",
  ].join("\n");
}

function dataText({ card, dataNeeds }: DefinedBenchmark): string | undefined {
  const { files, byHand } = dataNeeds();
  const texts = [
    ...(files.length === 0 ? [] : [`\`medhelm data pull ${card.name}\` (${files.map(checksumText).join("; ")})`]),
    ...byHand.map(({ path, holds, obtain }) => `\`${path}\` in the folder of --data-dir: ${holds}; ${obtain}`),
  ];
  return texts.length === 0 ? undefined : texts.join(". By hand: ");
}

const checksumText = ({ path, sha256, isReported }: DataFile): string =>
  `${path.split("/").at(-1)}: checksum ${sha256 === undefined ? "unknown" : isReported === true ? "reported by others" : "pinned"}`;

/** Returns docs/benchmarks/README.md: all benchmarks by category. */
export function benchmarksIndex(benchmarks: readonly DefinedBenchmark[]): string {
  const categories = [...new Set(benchmarks.map(({ card }) => card.category))].toSorted();
  const sections = categories.flatMap((category) => [
    "",
    `## ${category}`,
    "",
    "| benchmark | name | access | answers | main metric | checked on |",
    "|---|---|---|---|---|---|",
    ...benchmarks.filter(({ card }) => card.category === category).map(indexRow),
  ]);
  return [
    GENERATED,
    "# Benchmarks",
    "",
    `${benchmarks.length} of them. Publications give different numbers of MedHELM's benchmarks: see [counts](../counts.md).`,
    ...sections,
    "",
  ].join("\n");
}

const indexRow = ({ card, evidence }: DefinedBenchmark): string =>
  `| [${card.displayName}](${card.name}.md) | \`${card.name}\` | ${card.access} | ${card.form} | \`${card.mainMetric}\` | ${
    evidenceText(evidence).split(":")[0]
  } |`;

const ORIGINS: Readonly<Record<NonNullable<Card["origin"]>, string>> = {
  existing: "a benchmark before MedHELM included it",
  reformulated: "existing data with a new task",
  new: "made for MedHELM",
  unknown: "unknown",
};
const originText = ({ origin }: Card): string => ORIGINS[origin ?? "unknown"];

function datesText({ dates }: Card): string | undefined {
  if (dates === undefined) return undefined;
  const known = [
    ["data created", dates.dataCreated],
    ["first public", dates.firstPublic],
    ["answers public", dates.answersPublic],
  ].flatMap(([what, day]) => (day === undefined ? [] : [`${what} ${day}`]));
  return known.join(", ");
}

/** Whether rows of scores.json name their cluster. */
const isNamed = ({ isLoaded, field, consecutive }: Cluster): boolean =>
  isLoaded === true || field !== undefined || consecutive !== undefined;

function clusterText({ cluster }: Card): string | undefined {
  if (cluster === undefined) return undefined;
  return isNamed(cluster) ? `by ${cluster.unit}` : `by ${cluster.unit}, which the source does not name`;
}

function stratumText({ stratum }: Card): string | undefined {
  if (stratum === undefined) return undefined;
  return stratum.argument === undefined ? `by ${stratum.unit}` : `by ${stratum.unit} (\`${stratum.argument}=\`)`;
}

/** Escapes the characters that end a table cell. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
