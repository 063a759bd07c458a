/** Measures BERTScore's pairs a second on one and two threads, in a child process for each number of threads. It prints the reason where no encoder is installed. */
import { join } from "node:path";
import { BERT_MODEL } from "@medhelm/core/metrics/asks-bert-score";
import { defineCommand } from "medhelm/terminal/define-command";
import { flag, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { runProgram } from "../../scripts/program/run-program.ts";
import { whyNoOnnx } from "../../test/installed.ts";
import { shared } from "../../test/shared.ts";
import { measureInChild } from "../measure-in-child.ts";
import { existing, printedOptions, seedOption } from "../options.ts";
import { printMeasured } from "../print-measured.ts";
import { Measured, type MeasuredPairs } from "./measured-pairs.ts";

const THREADS = ["1", "2"];

export const command = defineCommand({
  name: "npm run bench:encoder --",
  description: "Measures BERTScore's pairs a second on one and two threads. It takes about half a minute.",
  options: {
    quick: flag("20 pairs"),
    encoderDir: option(
      "folder",
      "the encoder (default: MEDHELM_ENCODER, or the small one of the reference data)",
      existing.optional(),
    ),
    pairs: option("n", "pairs of texts (default: 500)", positiveInt.optional()),
    seed: seedOption,
    ...printedOptions,
  },
  async run({ quick, encoderDir, pairs = quick ? 20 : 500, seed, json, write }) {
    const folder = encoderDir ?? process.env["MEDHELM_ENCODER"] ?? (shared && join(shared, "encoders/tiny-distilbert"));
    const why =
      whyNoOnnx() ?? (folder === undefined ? "there is no encoder; give its folder with --encoder-dir" : undefined);
    if (why !== undefined || folder === undefined) {
      process.stdout.write(`No pairs were measured: ${why}.\n`);
      return 0;
    }
    const child = join(import.meta.dirname, "encoder-child.ts");
    const measured = THREADS.map((threads) =>
      measureInChild("the encoder", [child, folder, threads, String(pairs), String(seed)], Measured),
    );
    const isStandIn = measured[0]?.model !== BERT_MODEL;
    printMeasured<MeasuredPairs>({
      bench: "bench:encoder",
      columns: {
        threads: ({ threads }) => threads,
        "words a text": ({ words }) => words,
        pairs: (row) => row.pairs,
        "pairs/s": ({ perSecond }) => perSecond.toFixed(1),
        "CPU, ms a pair": ({ cpuMs }) => cpuMs.toFixed(2),
        "pairs/s, references cached": ({ againPerSecond }) => againPerSecond.toFixed(1),
        "CPU, ms a pair, references cached": ({ againCpuMs }) => againCpuMs.toFixed(2),
      },
      rows: measured.flatMap(({ rows }) => rows),
      notes: [
        `The encoder is ${measured[0]?.model}.${isStandIn ? " It is a small one for tests: distilbert-base-uncased is many times slower." : ""}`,
        "The first two rates are those of a suite's first model, the last two those of a second model. Sixteen answers at a time are encoded in batches of similar lengths.",
      ],
      json,
      write,
    });
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
