import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bertScore } from "@medhelm/core/metrics/bert-score";
import { expect, test } from "vitest";
import { z } from "zod";
import { whyNoOnnx } from "../installed.ts";
import { shared, whyNoShared } from "../shared.ts";

const TOLERANCE = 2e-6;
const encoders = join(shared ?? "", "encoders");
const json = (file: string): unknown => JSON.parse(readFileSync(join(encoders, file), "utf8"));

type Expected = readonly [precision: number, recall: number, f1: number];
/** The largest difference from bert_score's P, R and F. A value that is absent is far from all. */
const differenceFrom = (score: ReturnType<typeof bertScore>, [precision, recall, f1]: Expected): number =>
  Math.max(
    Math.abs((score?.precision ?? 9) - precision),
    Math.abs((score?.recall ?? 9) - recall),
    Math.abs((score?.f1 ?? 9) - f1),
  );

const Rows = z.array(z.array(z.number()));
const Vectors = z.object({
  cases: z.array(
    z.object({
      candidate: Rows,
      references: z.array(Rows),
      helm: z.tuple([z.number(), z.number(), z.number()]),
    }),
  ),
});
const Goldens = z.object({
  pairs: z.array(
    z.object({
      id: z.string(),
      candidate: z.string(),
      references: z.array(z.string()),
      P: z.number(),
      R: z.number(),
      F: z.number(),
      candidateIds: z.array(z.number()),
      referenceIds: z.array(z.array(z.number())),
    }),
  ),
});

const rowsOf = (rows: z.infer<typeof Rows>) => ({
  counts: rows.map((_, i) => i > 0 && i < rows.length - 1),
  width: rows[0]?.length ?? 0,
  rows: new Float32Array(rows.flat()),
});

test.skipIf(shared === undefined)(
  `greedy matching is bert_score's, negative cosines and padding included (skipped where ${whyNoShared})`,
  () => {
    const { cases } = Vectors.parse(json("greedy-vectors.json"));
    expect(cases.length).toBeGreaterThan(0);
    for (const { candidate, references, helm } of cases) {
      const score = bertScore(rowsOf(candidate), references.map(rowsOf));
      expect(differenceFrom(score, helm)).toBeLessThan(TOLERANCE);
    }
  },
);

const why = shared === undefined ? whyNoShared : whyNoOnnx();

test.skipIf(why !== undefined)(
  `the encoder has bert_score's word pieces and its P, R, F on every pair${why === undefined ? "" : ` (${why})`}`,
  async () => {
    const { openOnnxEncoder } = await import("@medhelm/encoders/onnx-encoder");
    const encoder = await openOnnxEncoder({ folder: join(encoders, "tiny-distilbert") });
    const { pairs } = Goldens.parse(json("goldens.json"));
    expect(pairs.length).toBeGreaterThan(0);
    for (const { id, candidate, references, P, R, F, candidateIds, referenceIds } of pairs) {
      const [ours, ...theirs] = await encoder.hiddenStates([candidate, ...references]);
      if (ours === undefined) throw new Error("no states");
      expect({ id, ids: [ours.ids, ...theirs.map(({ ids }) => ids)] }).toEqual({
        id,
        ids: [candidateIds, ...referenceIds],
      });
      expect({ id, isEqual: differenceFrom(bertScore(ours, theirs), [P, R, F]) < TOLERANCE }).toEqual({
        id,
        isEqual: true,
      });
    }
  },
);

test.skipIf(why !== undefined)(
  `texts that a thread encodes together have bert_score's P, R, F, as each has alone${why === undefined ? "" : ` (${why})`}`,
  async () => {
    const { openThreadEncoder } = await import("@medhelm/encoders/thread-encoder");
    const encoder = await openThreadEncoder({ folder: join(encoders, "tiny-distilbert") });
    const { pairs } = Goldens.parse(json("goldens.json"));
    const candidates = await encoder.hiddenStates(pairs.map(({ candidate }) => candidate));
    expect(candidates.map(({ ids }) => ids)).toEqual(pairs.map(({ candidateIds }) => candidateIds));
    for (const [i, { id, references, P, R, F }] of pairs.entries()) {
      const theirs = [];
      for (const reference of references) theirs.push(...(await encoder.hiddenStates([reference])));
      const score = bertScore(candidates[i] ?? rowsOf([]), theirs);
      expect({ id, isEqual: differenceFrom(score, [P, R, F]) < TOLERANCE }).toEqual({ id, isEqual: true });
    }
  },
);

test.skipIf(why !== undefined)(
  `an encoder in its thread ends a call whose run stops, and answers the next one${why === undefined ? "" : ` (${why})`}`,
  async () => {
    const { openThreadEncoder } = await import("@medhelm/encoders/thread-encoder");
    const encoder = await openThreadEncoder({ folder: join(encoders, "tiny-distilbert") });
    const run = new AbortController();
    const notes = Array.from({ length: 2_000 }, (_, i) => `an invented note with the number ${i}`);
    const asked = encoder.hiddenStates(notes, run.signal);
    run.abort(new Error("stopped by the user"));
    await expect(asked).rejects.toThrow("stopped by the user");
    expect(await encoder.hiddenStates(["fever"])).toHaveLength(1);
  },
);
