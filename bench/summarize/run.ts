/**
 * Measures `medhelm summarize` on a suite of HELM's layout. The first call reads the runs as HELM wrote them. Then the program seals them, makes the
 * tables alone, and calls again with one thread and with two.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { measureInChild } from "../measure-in-child.ts";
import { printedOptions } from "../options.ts";
import { printMeasured } from "../print-measured.ts";
import { suiteArguments, throwWithoutSuite } from "./suite-place.ts";

const Measured = z.object({
  runs: z.int(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  maxRssBytes: z.number(),
});

export const command = defineCommand({
  name: "npm run bench:summarize --",
  description:
    "Measures medhelm summarize on a suite of HELM's layout, and seals its runs in the folder. A suite of 350 runs takes about 2 minutes.",
  options: {
    folder: suiteArguments.folder,
    suite: argument("the suite", z.string().default("big")),
    ...printedOptions,
  },
  async run({ folder, suite, json, write }) {
    throwWithoutSuite(folder, suite);
    // the command keeps its compiled modules, too (packages/cli/bin/medhelm.js)
    process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");
    const measure = (call: string, threads: number | "tables") => {
      const args = [join(import.meta.dirname, "summarize-child.ts"), folder, suite, String(threads)];
      return { call, ...measureInChild(call, args, Measured) };
    };
    const unsealed = [measure("as HELM wrote them, first time", 2), measure("the same again", 2)];
    await seal(folder, suite);
    printMeasured<ReturnType<typeof measure>>({
      bench: "bench:summarize",
      columns: {
        call: ({ call }) => call,
        runs: ({ runs }) => runs,
        seconds: (row) => row.seconds.toFixed(1),
        "CPU seconds": ({ cpuSeconds }) => cpuSeconds.toFixed(1),
        "peak, MB": ({ maxRssBytes }) => (maxRssBytes / 1e6).toFixed(0),
      },
      rows: [
        ...unsealed,
        measure("sealed, the tables alone", "tables"),
        measure("sealed, one thread", 1),
        measure("sealed, two threads", 2),
      ],
      notes: [],
      json,
      write,
    });
    return 0;
  },
});

async function seal(folder: string, suite: string): Promise<void> {
  const [{ openSuite }, { sealSuite }] = await Promise.all([import("./open-suite.ts"), import("./seal-suite.ts")]);
  const started = performance.now();
  const sealed = await sealSuite(await openSuite(folder), suite);
  console.error(`sealed ${sealed} runs in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

if (import.meta.main) await runProgram(command);
