import { gateLineText, type ModelGate } from "../../gate/gate-text.ts";
import { ownJudges } from "@medhelm/core/release/runs/manifest";
import { type Accepted, type RunReport, failureOf, problemOf } from "./run-report.ts";

/**
 * Writes the runs as a JUnit report, which CI servers read: a suite with one test case per run. A run that failed is a failure; the
 * scores are the output of the case. Format: the common subset of Jenkins' and GitLab's parsers. The schema of Jenkins' plugin xUnit refuses a whole file
 * that has properties in a case.
 */
export function junitXml(
  suite: string,
  reports: readonly RunReport[],
  accepted: Accepted,
  gates: readonly ModelGate[] = [],
): string {
  const failed = reports.filter((report) => failureIn(report, accepted) !== undefined).length;
  const skipped = reports.filter(
    (report) => report.kind === "skipped" && failureIn(report, accepted) === undefined,
  ).length;
  const seconds = reports.reduce((sum, report) => sum + (report.kind === "skipped" ? 0 : report.seconds), 0);
  const cases = reports.map((report) => caseXml(suite, report, accepted)).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${xml(`medhelm ${suite}`)}" tests="${reports.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${seconds.toFixed(3)}">
${cases}</testsuite>
${gates.length === 0 ? "" : gatesXml(suite, gates)}</testsuites>
`;
}

/** A case for each benchmark. An undecided one is a failure of another type. */
function gatesXml(suite: string, gates: readonly ModelGate[]): string {
  const cases = gates.flatMap(({ model, lines }) => lines.map((line) => ({ model, line })));
  const failed = cases.filter(({ line }) => line.outcome !== "passed").length;
  const body = cases.map(({ model, line }) => {
    const failure =
      line.outcome === "passed"
        ? ""
        : `<failure type="${xml(`gate ${line.outcome}`)}" message="${xml(gateLineText(line))}"/>`;
    return `<testcase classname="${xml(`medhelm.${suite}.gate`)}" name="${xml(`${line.name}, ${model}`)}" time="0">${failure}</testcase>\n`;
  });
  return `<testsuite name="${xml(`medhelm ${suite} gate`)}" tests="${cases.length}" failures="${failed}" errors="0" skipped="0" time="0">
${body.join("")}</testsuite>
`;
}

function failureIn(report: RunReport, accepted: Accepted) {
  if (report.kind === "failed") return failureOf(report.error);
  return problemOf(report, accepted);
}

function caseXml(suite: string, report: RunReport, accepted: Accepted): string {
  const seconds = report.kind === "skipped" ? 0 : report.seconds;
  return `<testcase classname="${xml(`medhelm.${suite}`)}" name="${xml(report.run)}" time="${seconds.toFixed(3)}">${bodyXml(report, accepted)}</testcase>\n`;
}

function bodyXml(report: RunReport, accepted: Accepted): string {
  const failure = failureIn(report, accepted);
  const failed = failure && `<failure type="${xml(failure.reason)}" message="${xml(failure.message)}"/>`;
  if (report.kind === "skipped") return failed ?? `<skipped message="complete before"/>`;
  if (report.kind === "failed") return failed ?? "";
  const { manifest, scores } = report;
  const named = scores.flatMap(({ profile, mean, n, low, high }) => {
    const name = `${manifest.mainMetric}.${profile}`;
    return [
      `${name}=${mean}`,
      `${name}.n=${n}`,
      ...(low === undefined || high === undefined ? [] : [`${name}.low=${low}`, `${name}.high=${high}`]),
    ];
  });
  const { verdictsAsked, verdictsScored } = manifest.coverage;
  const own = ownJudges(manifest.judges);
  const lines = [
    ...named,
    ...(verdictsAsked === 0 ? [] : [`verdicts.asked=${verdictsAsked}`, `verdicts.scored=${verdictsScored}`]),
    ...(own.length === 0 ? [] : [`judged.itself=${own.join(", ")}`]),
  ];
  return `${failed ?? ""}<system-out>${xml(lines.join("\n"))}</system-out>`;
}

/** Escapes text, and leaves out control characters, most of which XML 1.0 does not allow. */
function xml(text: string): string {
  return text
    .replaceAll(/(?![\n\r\t])\p{Cc}|[\uFFFE\uFFFF]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\n\r\t]/g, (c) => `&#${c.charCodeAt(0)};`);
}
