/**
 * Measures BERTScore's pairs a second on one and two threads, in a child process for each number of threads:
 * `node bench/encoder/run.ts [--quick] [--encoder-dir FOLDER] [--pairs N] [--seed N] [--json] [--write]`. It prints the reason where no encoder is installed.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BERT_MODEL } from "@medhelm/core/metrics/asks-bert-score";
import { whyNoOnnx } from "../../test/installed.ts";
import { shared } from "../../test/shared.ts";
import { countOption } from "../count-option.ts";
import { measureInChild } from "../measure-in-child.ts";
import { printMeasured } from "../print-measured.ts";
import { Measured, type MeasuredPairs } from "./measured-pairs.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    "encoder-dir": { type: "string" },
    pairs: { type: "string" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const THREADS = ["1", "2"];

const folder =
  values["encoder-dir"] ?? process.env["MEDHELM_ENCODER"] ?? (shared && join(shared, "encoders/tiny-distilbert"));
const pairs = countOption("pairs", values.pairs ?? (values.quick ? "20" : "500"));
const seed = countOption("seed", values.seed);
const why =
  whyNoOnnx() ?? (folder === undefined ? "there is no encoder; give its folder with --encoder-dir" : undefined);

if (why !== undefined || folder === undefined) process.stdout.write(`No pairs were measured: ${why}.\n`);
else {
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
    json: values.json,
    write: values.write,
  });
}
