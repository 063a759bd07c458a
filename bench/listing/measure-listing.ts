import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { keys } from "@medhelm/core/store/object-keys";
import { findRuns } from "@medhelm/service/release/runs/find-runs";

/** The files of a sealed run of one page, as the embedded stack shows it. */
const SHOWN = [
  "corrected/per_instance_stats.json",
  "corrected/stats.json",
  "display_predictions.json",
  "display_requests.json",
  "instances.json",
  "manifest.json",
  "pages/0.json",
  "pages/index.json",
  "per_instance_stats.json",
  "run_spec.json",
  "scenario.json",
  "scenario_state.json",
  "scores.json",
  "stats.json",
];
const WORK = ["answers/a.json", "assembly.json", "identity.json", "outcomes/a.json", "progress.json"];

function makeSuite(root: string, runs: number): void {
  const place = (key: string): void => {
    const path = join(root, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "{}");
  };
  for (let i = 0; i < runs; i++) {
    const run = `bench:subset=${String(i).padStart(5, "0")},model=a_b`;
    for (const file of SHOWN) place(keys.runFile("s", run, file));
    for (const file of SHOWN) place(`${keys.generation("s", run, `public/${run}/1-n`)}${file}`);
    for (const file of WORK) place(`${keys.work("s", run)}${file}`);
  }
}

/** Measures how the embedded stack lists the runs of a suite: the time, and the longest time for which nothing else can run. */
export async function measureListing(sizes: readonly number[]): Promise<void> {
  console.log("| runs | seconds | processor seconds | longest block, s |\n|---|---|---|---|");
  for (const runs of sizes) {
    const root = mkdtempSync(join(tmpdir(), "medhelm-listing-"));
    makeSuite(root, runs);
    const store = fsStore(root);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await sleep(20); // the monitor counts from its second tick
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    const found = await findRuns(store, "s", false);
    const seconds = (performance.now() - startedMs) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    await sleep(20);
    delay.disable();
    const cells = [found.runs.length, seconds, (user + system) / 1e6, delay.max / 1e9];
    console.log(`| ${cells.map((cell, i) => (i === 0 ? cell : cell.toFixed(2))).join(" | ")} |`);
    store.close();
    rmSync(root, { recursive: true });
  }
}
