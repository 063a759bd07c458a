/** Scores pairs of each length with an encoder: `node encoder-child.ts FOLDER THREADS PAIRS SEED`. */
import { bertScore } from "@medhelm/core/metrics/bert-score";
import type { HiddenStates } from "@medhelm/core/ports";
import { openOnnxEncoder } from "@medhelm/encoders/onnx-encoder";
import { madePairs } from "../made-texts.ts";
import type { MeasuredPairs } from "./measured-pairs.ts";

/** Words of a sentence, of a paragraph and of a note. */
const LENGTHS = [15, 60, 240];
/** Answers of several models that have one reference. */
const ANSWERS_A_REFERENCE = 4;

const [folder = "", threads = "", count = "", seed = ""] = process.argv.slice(2);
const pairs = Number(count);
const encoder = await openOnnxEncoder({ folder, threads: Number(threads) });

async function measure(words: number): Promise<MeasuredPairs> {
  const made = madePairs({ count: pairs, words, seed: Number(seed) });
  const rate = async (encodedReference: (i: number) => Promise<HiddenStates>): Promise<number> => {
    const startMs = performance.now();
    for (const [i, { answer }] of made.entries())
      bertScore(await encoder.hiddenStates(answer), [await encodedReference(i)]);
    return pairs / ((performance.now() - startMs) / 1000);
  };
  const referenceOf = (i: number): string => made[i]?.reference ?? "";
  await encoder.hiddenStates(referenceOf(0)); // prepares the memory for this length
  const perSecond = await rate((i) => encoder.hiddenStates(referenceOf(i)));
  const cache = new Map<string, HiddenStates>();
  const cachedPerSecond = await rate(async (i) => {
    const reference = referenceOf(i - (i % ANSWERS_A_REFERENCE));
    const known = cache.get(reference) ?? (await encoder.hiddenStates(reference));
    cache.clear(); // one reference at a time: its rows take a megabyte
    cache.set(reference, known);
    return known;
  });
  return { threads: Number(threads), words, pairs, perSecond, cachedPerSecond };
}

const rows: MeasuredPairs[] = [];
for (const words of LENGTHS) rows.push(await measure(words));
process.stdout.write(JSON.stringify({ model: encoder.identity.model, rows }));
