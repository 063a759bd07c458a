/**
 * Measures `medhelm summarize` on a suite of HELM's layout: `node bench/summarize/run.ts FOLDER [SUITE] [--json] [--write]`. The first call reads the runs as HELM
 * wrote them. Then the script seals them, makes the tables alone, and calls again with one thread and with two. `--write` writes the table of docs/performance.md.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { measureInChild } from "../measure-in-child.ts";
import { printMeasured } from "../print-measured.ts";
import { openSuite } from "./open-suite.ts";
import { sealSuite } from "./seal-suite.ts";

const Measured = z.object({
  runs: z.int(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});
const [folder, suite = "big"] = positionals;
if (folder === undefined) throw new Error("usage: node bench/summarize/run.ts FOLDER [SUITE] [--json] [--write]");
const place = folder;

// the command keeps its compiled modules, too (packages/cli/bin/medhelm.js)
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");
const unsealed = [measure("as HELM wrote them, first time", 2), measure("the same again", 2)];
const started = performance.now();
const sealed = await sealSuite(await openSuite(place), suite);
console.error(`sealed ${sealed} runs in ${((performance.now() - started) / 1000).toFixed(0)} s`);
const rows = [
  ...unsealed,
  measure("sealed, the tables alone", "tables"),
  measure("sealed, one thread", 1),
  measure("sealed, two threads", 2),
];
printMeasured<ReturnType<typeof measure>>({
  bench: "bench:summarize",
  columns: {
    call: ({ call }) => call,
    runs: ({ runs }) => runs,
    seconds: (row) => row.seconds.toFixed(1),
    "CPU seconds": ({ cpuSeconds }) => cpuSeconds.toFixed(1),
    "peak, MB": ({ maxRssBytes }) => (maxRssBytes / 1e6).toFixed(0),
  },
  rows,
  notes: [],
  json: values.json,
  write: values.write,
});

function measure(call: string, threads: number | "tables") {
  const args = [join(import.meta.dirname, "summarize-child.ts"), place, suite, String(threads)];
  return { call, ...measureInChild(call, args, Measured) };
}
