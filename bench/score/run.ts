/**
 * Measures the instances a second of each metric that asks no model: `node bench/score/run.ts [--quick] [--instances N] [--words N] [--seed N]`.
 * Python's rouge-score, NLTK and spaCy take part where `--python FILE` has them. `--json` prints JSON; `--write` writes the table of docs/performance.md.
 */
import { parseArgs } from "node:util";
import { countOption } from "../count-option.ts";
import { madePairs } from "../made-texts.ts";
import { printMeasured } from "../print-measured.ts";
import type { MeasuredMetric } from "./measured-metric.ts";
import { measurePeers } from "./peers.ts";
import { measureReaders } from "./readers.ts";
import { measureTextMetrics } from "./texts-metrics.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    instances: { type: "string" },
    words: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    python: { type: "string", default: ".peers/python/bin/python" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

/** Different pairs; a metric scores each of them several times. */
const PAIRS = 1_000;

const instances = countOption("instances", values.instances ?? (values.quick ? "500" : "100000"));
const words = countOption("words", values.words);
const pairs = madePairs({ count: PAIRS, words, seed: countOption("seed", values.seed) });
const peers = measurePeers(values.python, pairs, instances);
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
  json: values.json,
  write: values.write,
});
