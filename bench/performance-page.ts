import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "../docs/performance.md");
const END = "<!-- end -->";

/** Replaces the tables of one benchmark in docs/performance.md. `bench`: its npm script. @throws Error if the page has no place for them */
export function writePage(bench: string, tables: string): void {
  const start = `<!-- measured: npm run ${bench} -- --write -->`;
  const [before = "", rest] = readFileSync(FILE, "utf8").split(start);
  if (rest === undefined) throw new Error(`docs/performance.md has no line ${start}`);
  const after = rest.slice(rest.indexOf(END));
  writeFileSync(FILE, `${before}${start}\n${tables}\n\n${howMeasured()}\n${after}`);
}

function howMeasured(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
  const when = new Date().toISOString().slice(0, 10);
  return `Measured on ${when}, commit ${commit}, Node ${process.versions.node} on ${machine}; load average ${(loadavg()[0] ?? 0).toFixed(1)}.`;
}
