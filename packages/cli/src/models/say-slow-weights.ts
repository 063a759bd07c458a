import type { ModelClient } from "@medhelm/core/ports";
import { printMessage } from "../terminal/print-message.ts";

const SLOW_MS = 1000;

/** The client, which says which server keeps the command waiting for the name of its weights. */
export function saySlowWeights(client: ModelClient): ModelClient {
  const { weights, endpoint } = client;
  if (weights === undefined) return client;
  const say = (): void => printMessage(`waiting for ${new URL(endpoint).host} to name its weights, at most 3 s`);
  return {
    ...client,
    weights: async (signal) => {
      const slow = setTimeout(say, SLOW_MS);
      return weights(signal).finally(() => clearTimeout(slow));
    },
  };
}
