import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "../../docs/performance.md");
const START = "<!-- measured: npm run bench:run -- --write -->";
const END = "<!-- end -->";

/** Replaces the tables of docs/performance.md. */
export function writePage(tables: string): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
  const when = new Date().toISOString().slice(0, 10);
  const how = `Measured on ${when}, commit ${commit}, Node ${process.versions.node} on ${machine}; load average ${(loadavg()[0] ?? 0).toFixed(1)}.`;
  const [before = "", rest = ""] = readFileSync(FILE, "utf8").split(START);
  const [, after = ""] = rest.split(END);
  writeFileSync(FILE, `${before}${START}\n${tables}\n\n${how}\n${END}${after}`);
}
