/**
 * Measures `medhelm summarize` on a suite of HELM's layout: node bench/summarize/run.ts FOLDER [SUITE]. The first call reads the runs as HELM wrote them. Then
 * the script seals them, makes the tables alone, and calls again with one thread and with two.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { measureInChild } from "../measure-in-child.ts";
import { openSuite } from "./open-suite.ts";
import { sealSuite } from "./seal-suite.ts";

const Measured = z.object({
  runs: z.int(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
});

const [, , folder, suite = "big"] = process.argv;
if (folder === undefined) throw new Error("usage: node bench/summarize/run.ts FOLDER [SUITE]");

// the command keeps its compiled modules, too (packages/cli/bin/medhelm.js)
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");
console.log("| | runs | seconds | CPU seconds | peak RSS, MB |\n|---|---|---|---|---|");
measure("as HELM wrote them, first time", 2);
measure("the same again", 2);
const started = performance.now();
const sealed = await sealSuite(await openSuite(folder), suite);
console.error(`sealed ${sealed} runs in ${((performance.now() - started) / 1000).toFixed(0)} s`);
measure("sealed, the tables alone", "tables");
measure("sealed, one thread", 1);
measure("sealed, two threads", 2);

function measure(name: string, threads: number | "tables"): void {
  const args = [join(import.meta.dirname, "summarize-child.ts"), folder ?? "", suite, String(threads)];
  const { runs, seconds, cpuSeconds, maxRssBytes } = measureInChild(name, args, Measured);
  const cells = [runs, seconds.toFixed(1), cpuSeconds.toFixed(1)];
  console.log(`| ${name} | ${cells.join(" | ")} | ${(maxRssBytes / 1e6).toFixed(0)} |`);
}
