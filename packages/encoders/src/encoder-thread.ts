/** The thread of an encoder (thread-encoder.ts). */
import { parentPort, workerData } from "node:worker_threads";
import { answerCalls, type Called } from "@medhelm/adapters/threads/answer-calls";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import type { EncoderAnswer, EncoderCall } from "./thread-encoder.ts";

// The main thread of the same program passes the options and posts the calls, so their form is known.
const opened = openOnnxEncoder(workerData);
opened.catch(() => undefined); // each call reports the failure

const answer = answerCalls(async ({ texts, stopped }: EncoderCall): Promise<EncoderAnswer> => {
  const { identity, hiddenStates } = await opened;
  const throwIfAborted = (): void => {
    if (Atomics.load(stopped, 0) !== 0) throw new Error("the run stopped");
  };
  return { identity, states: await hiddenStates(texts, { throwIfAborted }) };
});

parentPort?.on("message", (called: Called<EncoderCall>) => {
  void answer(called).then((found) => parentPort?.postMessage(found));
});
