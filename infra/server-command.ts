import type { gpuClasses, ServedDeployment } from "./conf.ts";

/** Requests in flight to a llama.cpp server, if the deployment sets no number. */
const SLOTS = 8;

/** The arguments of the server that its image starts: of vLLM, or of llama.cpp for a deployment with `gguf`. */
export function serverCommand(
  { gpus }: Pick<(typeof gpuClasses)[number], "gpus">,
  { name, client, maxSequenceLength, concurrency: slots = SLOTS, served }: ServedDeployment,
  weights: string,
): string[] {
  if (client.kind === "builtin")
    throw new Error(`${name} is a built-in model, which has no server: remove "served" from its deployment`);
  const address = ["--host", "127.0.0.1", "--port", "8000"];
  if (served.gguf !== undefined)
    return [
      "--model",
      `${weights}/${served.gguf}`,
      "--alias",
      client.modelSent,
      ...address,
      "--n-gpu-layers",
      "999", // all of them
      "--parallel",
      String(slots),
      // llama.cpp divides the context between its slots
      ...(maxSequenceLength === undefined ? [] : ["--ctx-size", String(slots * maxSequenceLength)]),
      ...served.serverArguments,
    ];
  return [
    weights, // the positional argument, because `vllm serve` deprecates --model
    "--served-model-name",
    client.modelSent,
    ...address,
    "--tensor-parallel-size",
    String(gpus),
    ...(maxSequenceLength === undefined ? [] : ["--max-model-len", String(maxSequenceLength)]),
    ...served.serverArguments,
  ];
}
