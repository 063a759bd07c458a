import { exitCodes } from "@medhelm/core/exit-codes";
import type { Finding } from "../health/examine.ts";
import { applyOffline } from "../run/apply-offline.ts";
import { runOptions } from "../run/options/run-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { textTable } from "../terminal/text-table.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";

export const command = defineCommand({
  name: "medhelm doctor",
  description:
    "Check Node, disk, output folder, SQLite, keys, proxy, data, judges, servers and clock. With entries, as medhelm run takes them, also what their runs need. Keys are never printed, and no text is sent.",
  options: runOptions,
  async run(options) {
    await applyOffline(options);
    const { examineAll } = await import("../health/doctor.ts");
    const findings = await examineAll(options);
    const isBlocked = findings.some(({ state }) => state === "blocked");
    if (options.json) process.stdout.write(jsonLine({ isBlocked, findings }));
    else printText(findingsText(findings));
    return isBlocked ? exitCodes.runFailed : exitCodes.success;
  },
});

function findingsText(findings: readonly Finding[]): string {
  const cures = findings.flatMap(({ check, cure }) => (cure === undefined ? [] : [`${check}: ${cure}`]));
  const table = textTable(
    ["check", "state", "detail"],
    findings.map(({ check, state, detail }) => [check, state, detail]),
  );
  return cures.length === 0 ? table : `${table}\nto do\n${cures.map((text) => `  ${text}\n`).join("")}`;
}
