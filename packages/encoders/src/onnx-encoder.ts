import { BERT_MODEL } from "@medhelm/core/metrics/asks-bert-score";
import type { Encoder, HiddenStates } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { InferenceSession, Tensor } from "../runtime/onnxruntime.ts";
import { batchesByLength } from "./batches-by-length.ts";
import { readModelFolder } from "./model-folder.ts";
import { withLayerOutput } from "./onnx-layer.ts";
import { type WordPieces, wordPieceTokenizer } from "./word-pieces.ts";

/** The layer that bert_score uses for distilbert-base-uncased (utils.py, model2layers). */
const LAYER = 5;
/** The sizes that identify distilbert-base-uncased. */
const BASE = { width: 768, vocabulary: 30522 } as const;

export interface OnnxEncoderOptions {
  /** The folder of onnx/model.onnx (or model.onnx) and tokenizer.json. */
  readonly folder: string;
  /** The commit of the repository that the files come from. */
  readonly revision?: string;
  /**
   * Default 1. Each of the many small steps of a text waits for its slowest thread. On idle cores two threads are 1.5 times as fast as one. If
   * other work delays one of them, they are much slower than one.
   */
  readonly threads?: number;
}

export interface OnnxEncoder extends Encoder {
  /** As the port; another thread has a shared number in place of the signal. */
  hiddenStates(texts: readonly string[], signal?: Pick<AbortSignal, "throwIfAborted">): Promise<HiddenStates[]>;
}

/**
 * Opens a BERT encoder on this machine's CPU and returns its fifth layer. Texts of similar lengths are encoded together: the mask excludes the
 * padding. The model distilbert-base-uncased takes about a second to load and 1 GB of memory.
 * @throws UserError if the folder holds no such encoder
 */
export async function openOnnxEncoder({ folder, revision, threads = 1 }: OnnxEncoderOptions): Promise<OnnxEncoder> {
  const files = await readModelFolder(folder);
  const tokenizer = wordPieceTokenizer(
    { tokenizer: files.tokenizer.json, config: files.tokenizerConfig },
    files.tokenizer.label,
  );
  const { name, model } = withLayerOutput(files.model.bytes, LAYER, files.model.label);
  const session = await openSession(model, threads, files.model.label);

  const encode = async (texts: readonly WordPieces[]): Promise<HiddenStates[]> => {
    const length = Math.max(...texts.map(({ ids }) => ids.length));
    const rowsOf = (valuesOf: (text: WordPieces) => readonly number[]): Tensor => int64(texts.map(valuesOf), length);
    const feeds = {
      input_ids: rowsOf(({ ids }) => ids),
      attention_mask: rowsOf(({ ids }) => ids.map(() => 1)),
      ...(session.inputNames.includes("token_type_ids") ? { token_type_ids: rowsOf(() => []) } : {}),
    };
    const output = (await session.run(feeds, [name]))[name];
    if (!(output?.data instanceof Float32Array))
      throw new UserError(
        `${files.model.label} does not compute in float32, and quantised weights give other scores: use the float32 export`,
      );
    const { data } = output;
    const width = data.length / texts.length / length;
    return texts.map(({ ids, counts }, i) => {
      const start = i * length * width;
      return { ids, counts, width, rows: data.slice(start, start + ids.length * width) };
    });
  };
  const hiddenStates: OnnxEncoder["hiddenStates"] = async (texts, signal) => {
    const pieces = texts.map((text) => tokenizer.encode(text));
    const states: HiddenStates[] = [];
    for (const batch of batchesByLength(pieces.map(({ ids }) => ids.length))) {
      signal?.throwIfAborted();
      const encoded = await encode(batch.flatMap((position) => pieces[position] ?? []));
      for (const [i, one] of encoded.entries()) states[batch[i] ?? 0] = one;
    }
    return states;
  };

  const [{ width } = { width: 0 }] = await hiddenStates([""]);
  const isBase = width === BASE.width && tokenizer.vocabularySize === BASE.vocabulary;
  return {
    identity: {
      model: isBase ? BERT_MODEL : `other (${width} wide, ${tokenizer.vocabularySize} word pieces)`,
      revision: revision ?? "unknown",
      layer: LAYER,
      sha256: files.model.sha256,
      tokenizerSha256: files.tokenizer.sha256,
    },
    hiddenStates,
  };
}

async function openSession(model: Uint8Array, threads: number, label: string): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(model, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3, // errors only; the warnings are about internal optimisations
      extra: { session: { intra_op: { allow_spinning: "0" } } }, // spinning threads take time from all other threads
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${label} cannot be loaded by ONNX Runtime (${why}): download it again`, { cause });
  }
}

/** One row of this length for each text; the rest of a shorter one is 0, which the mask leaves out. */
function int64(rows: readonly (readonly number[])[], length: number): Tensor {
  const values = new BigInt64Array(rows.length * length);
  for (const [i, row] of rows.entries()) values.set(BigInt64Array.from(row, BigInt), i * length);
  return new Tensor("int64", values, [rows.length, length]);
}
