/** Measures the instances a second of each metric that asks no model. Python's rouge-score, NLTK and spaCy take part where `--python FILE` has them. */
import { defineCommand } from "medhelm/terminal/define-command";
import { flag, option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { madePairs } from "../made-texts.ts";
import { printedOptions, seedOption } from "../options.ts";
import { printMeasured } from "../print-measured.ts";
import type { MeasuredMetric } from "./measured-metric.ts";
import { measurePeers } from "./peers.ts";

/** Different pairs; a metric scores each of them several times. */
const PAIRS = 1_000;

export const command = defineCommand({
  name: "npm run bench:score --",
  description:
    "Measures how many instances a second each metric scores that asks no model. It takes about 4 minutes, with --quick 10 seconds.",
  options: {
    quick: flag("500 instances"),
    instances: option("n", "instances of each metric (default: 100000)", positiveInt.optional()),
    words: option("n", "words of a text", positiveInt.default(60)),
    seed: seedOption,
    python: option(
      "file",
      "Python whose packages take part, if it is there",
      z.string().default(".peers/python/bin/python"),
    ),
    ...printedOptions,
  },
  async run({ quick, instances = quick ? 500 : 100_000, words, seed, python, json, write }) {
    const [{ measureTextMetrics }, { measureReaders }] = await Promise.all([
      import("./texts-metrics.ts"),
      import("./readers.ts"),
    ]);
    const pairs = madePairs({ count: PAIRS, words, seed });
    const peers = measurePeers(python, pairs, instances);
    printMeasured<MeasuredMetric>({
      bench: "bench:score",
      columns: {
        metric: ({ metric }) => metric,
        program: ({ program }) => program,
        instances: (row) => row.instances,
        "instances a second of CPU time": ({ perCpuSecond }) => Math.round(perCpuSecond),
      },
      rows: [...measureTextMetrics(pairs, instances), ...measureReaders(instances), ...peers.rows],
      notes: [
        `Texts of ${words} words; the readers have the replies of packages/testing/fixtures/replies.`,
        ...peers.notes,
      ],
      json,
      write,
    });
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
