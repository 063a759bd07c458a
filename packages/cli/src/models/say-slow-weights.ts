import type { ModelClient } from "@medhelm/core/ports";
import { sayIfSlow, type SlowPorts } from "../terminal/say-if-slow.ts";

const SLOW_MS = 1000;

/** The client, which says which server keeps the command waiting for the name of its weights. */
export function saySlowWeights(client: ModelClient, ports?: SlowPorts): ModelClient {
  const { weights, endpoint } = client;
  if (weights === undefined) return client;
  const text = `waiting for ${new URL(endpoint).host} to name its weights, at most 3 s`;
  return { ...client, weights: (signal) => sayIfSlow(weights(signal), { afterMs: SLOW_MS, text }, ports) };
}
