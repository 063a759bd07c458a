import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exitCodes } from "@medhelm/core/exit-codes";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { writingTo } from "@medhelm/core/writing-to";
import { gateText, type ModelGate } from "../../gate/gate-text.ts";
import { outputOption } from "../../terminal/common-options.ts";
import { failureLines } from "../../terminal/failure-lines.ts";
import { jsonLine } from "../../terminal/json-line.ts";
import { printMessage } from "../../terminal/print-message.ts";
import { printText } from "../../terminal/print-text.ts";
import { isUserFixable } from "../../terminal/report-error.ts";
import type { RunOptions } from "../options/run-options.ts";
import { type Accepted, problemOf, type RunReport, runTable } from "./run-report.ts";

/** Prints the table of the runs, or the gates as JSON, and writes the JUnit file. */
export async function writeReports(
  options: RunOptions,
  reports: readonly RunReport[],
  gates: readonly ModelGate[],
): Promise<void> {
  if (options.junit !== undefined) {
    const { junitXml } = await import("./junit.ts");
    const { junit, suite } = options;
    await writingTo(junit, () => writeFile(junit, junitXml(suite, reports, options, gates)));
  }
  if (!options.json && reports.some(hasAsked)) printText(endTable(options, reports));
  if (gates.length === 0) return;
  process.stdout.write(options.json ? jsonLine({ gates }) : `\n${gateText(gates)}`);
}

/** A run that the user must correct first has only its sentence, and no table. */
const hasAsked = (report: RunReport): boolean =>
  report.kind === "scored" ||
  (report.kind === "failed" && report.error instanceof RunStopped && report.error.isServerFault);

function endTable({ outputPath, suite }: RunOptions, reports: readonly RunReport[]): string {
  const [first] = reports;
  const path = reports.length === 1 && first !== undefined ? first.path : join(outputPath, "runs", suite);
  const output = outputOption(outputPath);
  const isFailed = reports.every(({ kind }) => kind === "failed");
  const next = isFailed
    ? "remove the cause, then run the same command again"
    : `medhelm summarize --suite ${suite}${output}`;
  return `\n${runTable(reports)}\nresults  ${path}\nnext     ${next}\n`;
}

/** Prints each cause of failure once, with its runs. The reason of a single run was printed just before. @returns the exit code */
export function exitCodeOfRuns(reports: readonly RunReport[], planned: number, accepted: Accepted): number {
  const failures = reports.filter((report) => report.kind === "failed");
  const problems = reports.flatMap((report) =>
    report.kind === "failed" ? [] : (problemOf(report, accepted)?.message.concat(` (${report.run})`) ?? []),
  );
  for (const problem of problems) printMessage(problem);
  if (failures.length === 0) return problems.length === 0 ? exitCodes.success : exitCodes.runFailed;
  if (planned > 1) {
    printMessage(`${failures.length} of ${planned} runs failed:`);
    for (const text of failureLines(failures)) printMessage(`  ${text}`);
  }
  if (!failures.every(({ error }) => isUserFixable(error))) return exitCodes.bug;
  const isServerFault = failures.some(({ error }) => error instanceof RunStopped && error.isServerFault);
  return isServerFault ? exitCodes.runFailed : exitCodes.userError;
}
