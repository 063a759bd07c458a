import { BERT_MODEL } from "@medhelm/core/metrics/bert-texts";
import type { Encoder } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { InferenceSession, Tensor } from "../runtime/onnxruntime.ts";
import { readModelFolder } from "./model-folder.ts";
import { withLayerOutput } from "./onnx-layer.ts";
import { wordPieceTokenizer } from "./word-pieces.ts";

/** bert_score's choice for distilbert-base-uncased (utils.py, model2layers). */
const LAYER = 5;
/** What tells distilbert-base-uncased from other encoders of its kind. */
const BASE = { width: 768, vocabulary: 30522 } as const;

export interface OnnxEncoderOptions {
  /** Holds onnx/model.onnx (or model.onnx) and tokenizer.json. */
  readonly folder: string;
  /** Of the repository that it was downloaded from. */
  readonly revision?: string;
  /** One by default: two collapse where the cores are contended, and the worker has other things to do. */
  readonly threads?: number;
}

/**
 * A BERT on this machine's CPU, its fifth layer. One text at a time, unpadded, so that a text's rows never depend on its
 * neighbours. Loading takes about a second and 1 GB for distilbert-base-uncased.
 * @throws UserError for a folder that holds no such encoder
 */
export async function openOnnxEncoder({ folder, revision, threads = 1 }: OnnxEncoderOptions): Promise<Encoder> {
  const files = await readModelFolder(folder);
  const tokenizer = wordPieceTokenizer(
    { tokenizer: files.tokenizer.json, config: files.tokenizerConfig },
    files.tokenizer.label,
  );
  const { name, model } = withLayerOutput(files.model.bytes, LAYER, files.model.label);
  const session = await openSession(model, threads, files.model.label);

  const hiddenStates: Encoder["hiddenStates"] = async (text) => {
    const { ids, counts } = tokenizer.encode(text);
    const feeds = {
      input_ids: int64(ids),
      attention_mask: int64(ids.map(() => 1)),
      ...(session.inputNames.includes("token_type_ids") ? { token_type_ids: int64(ids.map(() => 0)) } : {}),
    };
    const output = (await session.run(feeds, [name]))[name];
    if (!(output?.data instanceof Float32Array))
      throw new UserError(`${files.model.label} does not compute in float32, and quantised scores are other scores`);
    return { ids, counts, rows: output.data, width: output.data.length / ids.length };
  };

  const { width } = await hiddenStates("");
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
      logSeverityLevel: 3, // errors only: its warnings are about its own optimisations
      extra: { session: { intra_op: { allow_spinning: "0" } } }, // spinning threads starve whoever else works here
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${label} cannot be loaded by ONNX Runtime (${why})`, { cause });
  }
}

function int64(values: readonly number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
}
