import { createRequire } from "node:module";
import { programBeside } from "@medhelm/adapters/threads/program-beside";
import { threadPool } from "@medhelm/adapters/threads/thread-pool";
import type { Encoder, HiddenStates } from "@medhelm/core/ports";
import { onAbort } from "@medhelm/core/run/asking/on-abort";
import type { OnnxEncoderOptions } from "./onnx-encoder.ts";

export interface EncoderCall {
  readonly texts: readonly string[];
  /** Its number is 1 when the caller needs no answer any more. The memory is shared, because a thread that computes reads no messages. */
  readonly stopped: Int32Array<SharedArrayBuffer>;
}
export interface EncoderAnswer {
  readonly identity: Encoder["identity"];
  readonly states: HiddenStates[];
}

const program = programBeside(import.meta.url, "./encoder-thread.ts", "./encoder-thread.mjs");

/** @throws Error (MODULE_NOT_FOUND) if ONNX Runtime is not installed: a caller finds out before it downloads a model */
export function findRuntime(): void {
  createRequire(new URL("../runtime/package.json", import.meta.url)).resolve("onnxruntime-node");
}

/**
 * Opens the encoder in a thread of its own, because ONNX Runtime computes on the thread that calls it. A batch takes up to half a second. Without
 * the thread, the other runs of this process would neither send nor receive in that time.
 * @throws UserError if the folder holds no such encoder
 */
export async function openThreadEncoder(options: OnnxEncoderOptions): Promise<Encoder> {
  const { call } = threadPool<EncoderCall, EncoderAnswer>({ program, data: options, threads: 1, callsAThread: 1 });
  const ask = async (texts: readonly string[], signal?: AbortSignal): Promise<EncoderAnswer> => {
    signal?.throwIfAborted();
    const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const stopWaiting = onAbort(signal, () => Atomics.store(stopped, 0, 1));
    try {
      return await call({ texts, stopped });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      stopWaiting();
    }
  };
  const { identity } = await ask([]);
  return { identity, hiddenStates: async (texts, signal) => (await ask(texts, signal)).states };
}
