import { counted } from "@medhelm/core/text/counted";
import { profileNames } from "@medhelm/core/release/profile-names";
import type { Evidence } from "@medhelm/core/release/evidence";
import { html, raw } from "hono/html";

type Html = ReturnType<typeof html>;

/** The evidence as one page to print. It needs no other file, and says nothing that the JSON does not have. */
export async function evidencePage(evidence: Evidence, jsonName: string): Promise<string> {
  const { model, release, rows, runs, notTested, notices, dataTerms, sha256 } = evidence;
  const title = `Evidence: ${model.displayName || model.name}`;
  const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${raw(STYLE)}</style></head><body><main>
<h1>${title}</h1>
<p>${release.kind} ${release.name} of ${release.date} · ${profileNames[release.profile]} · ${counted(release.models, "model")} · suites ${release.suites.join(", ")}${model.isBaseline ? " · a built-in rule, not a language model" : ""}</p>
${facts([
  ["Model", model.name],
  ["Maker", model.organization],
  ["Weights", model.access],
  ["Released", model.releaseDate],
  ["Knowledge until", model.knowledgeCutoff],
])}
${notices.length === 0 ? "" : html`<ul>${notices.map((notice) => html`<li>${notice}</li>`)}</ul>`}
<h2>Scores</h2>
${rows.map(rowTable)}
<p>Brackets are 95 % intervals for new questions of the same benchmark. Overlapping intervals are no test of a difference.</p>
<h2>Not tested</h2><ul>${notTested.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<h2>Runs: dates, versions, data, prompts and judges</h2>
${table(
  ["Run", "Finished", "Code", "Prompts", "Judges", "Answered", "Data and results, sha256"],
  runs.map(({ run, suite, judges, seal }) => [
    `${suite}/${run}`,
    seal?.finishedAt.slice(0, 10) ?? "not recorded",
    seal?.codeVersion ?? "not recorded",
    seal === undefined
      ? "not recorded"
      : [seal.prompts, ...Object.values(seal.judgePrompts ?? {})].map(shortHash).join("; "),
    judges.map(judgeText).join("; ") || "none",
    seal === undefined ? "not recorded" : `${seal.coverage.answered} of ${seal.coverage.requests}`,
    seal === undefined ? "not recorded" : `${seal.data.sha256.slice(0, 12)}, ${seal.contentSha256.slice(0, 12)}`,
  ]),
)}
<h2>Terms of the data</h2>
${table(
  ["Benchmark", "Access", "Licence", "Source", "Known faults"],
  dataTerms.map(({ displayName, access, licence = "not stated", source = "not stated", knownFaults }) => [
    displayName,
    access,
    licence,
    source,
    knownFaults.join(" ") || "none known",
  ]),
)}
<h2>How to check it</h2>
<p>The whole hashes are in ${jsonName}. Where the runs are stored, <code>medhelm verify ${jsonName}</code> computes each number again from the stored answers.</p>
<p class="hash">sha256 ${sha256}</p>
</main></body></html>
`;
  return String(page);
}

function rowTable({
  modelDeployment,
  wording,
  average,
  notRankedBecause,
  meanWinRate,
  scores,
}: Evidence["rows"][number]): Html {
  return html`<h3>${modelDeployment}${wording === undefined ? "" : `, wording ${wording}`}</h3>
${facts([
  [
    "Average, 0 to 1",
    average &&
      `${number(average.value)}${interval(average.interval)}${average.answers === "otherBenchmarks" ? " for other benchmarks of the same kinds, too" : ""}`,
  ],
  ["Possible ranks", average?.rankSet && [...new Set(average.rankSet)].join(" to ")],
  ["Not ranked, because", notRankedBecause],
  ["Mean win rate", meanWinRate === null ? undefined : number(meanWinRate)],
])}
${table(
  ["Benchmark", "Metric", "Score", "Instances", "With score", "Failed"],
  scores.map((one) => [
    one.displayName,
    one.metric,
    `${number(one.value)}${interval(one.interval)}`,
    String(one.instances),
    one.scored === undefined ? "unknown" : String(one.scored),
    one.failed === undefined ? "unknown" : String(one.failed),
  ]),
)}`;
}

const judgeText = ({
  name,
  standIn,
  sameFamily,
  isCandidate,
  asked,
  scored,
}: Evidence["runs"][number]["judges"][number]): string =>
  [
    name,
    ...(standIn ? ["a stand-in, no language model"] : []),
    ...(isCandidate === true ? ["the candidate itself"] : sameFamily === true ? ["of the model's family"] : []),
    ...(asked === undefined || scored === undefined ? [] : [`${scored} of ${asked} scored`]),
  ].join(", ");

/** "own 0123..." with the start of its hash */
const shortHash = (origin: string): string => origin.replace(/[0-9a-f]{64}/g, (hash) => hash.slice(0, 12));
const number = (value: number): string => value.toFixed(3);
const interval = (one: { readonly low: number; readonly high: number } | undefined): string =>
  one === undefined ? "" : ` [${number(one.low)}, ${number(one.high)}]`;

const facts = (all: readonly (readonly [string, string | undefined])[]): Html =>
  html`<dl>${all
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

const table = (names: readonly string[], lines: readonly (readonly string[])[]): Html =>
  html`<table><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${lines.map(
    ([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`;

const STYLE = `@page{size:A4;margin:14mm}body{font:11pt/1.4 system-ui,sans-serif;color:#111;background:#fff;margin:0}main{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;border-bottom:1px solid #767676}h3{font-size:1rem}dl{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem}dt{font-size:.8rem;color:#444}dd{margin:0}
table{border-collapse:collapse;width:100%;font-size:.8rem}th,td{border:1px solid #b5b5b5;padding:.2rem .35rem;text-align:left;vertical-align:top;overflow-wrap:break-word}tbody th{overflow-wrap:anywhere}tr{break-inside:avoid}.hash{overflow-wrap:anywhere;font-family:monospace}
@media print{main{padding:0}body{font-size:9pt}}`;
