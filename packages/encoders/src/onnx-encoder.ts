import { BERT_MODEL } from "@medhelm/core/metrics/asks-bert-score";
import type { Encoder } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { InferenceSession, Tensor } from "../runtime/onnxruntime.ts";
import { readModelFolder } from "./model-folder.ts";
import { withLayerOutput } from "./onnx-layer.ts";
import { wordPieceTokenizer } from "./word-pieces.ts";

/** The layer that bert_score uses for distilbert-base-uncased (utils.py, model2layers). */
const LAYER = 5;
/** The sizes that identify distilbert-base-uncased. */
const BASE = { width: 768, vocabulary: 30522 } as const;

export interface OnnxEncoderOptions {
  /** The folder of onnx/model.onnx (or model.onnx) and tokenizer.json. */
  readonly folder: string;
  /** The commit of the repository that the files come from. */
  readonly revision?: string;
  /** Default 1, because two threads are much slower than one when other work uses the cores. */
  readonly threads?: number;
}

/**
 * Opens a BERT encoder on this machine's CPU and returns its fifth layer. It encodes one text at a time without padding, so that the rows
 * of a text never depend on other texts. distilbert-base-uncased takes about a second to load and 1 GB of memory.
 * @throws UserError if the folder holds no such encoder
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
      throw new UserError(
        `${files.model.label} does not compute in float32, and quantised weights give other scores: use the float32 export`,
      );
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
      logSeverityLevel: 3, // errors only; the warnings are about internal optimisations
      extra: { session: { intra_op: { allow_spinning: "0" } } }, // spinning threads take time from all other threads
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${label} cannot be loaded by ONNX Runtime (${why}): download it again`, { cause });
  }
}

function int64(values: readonly number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
}
