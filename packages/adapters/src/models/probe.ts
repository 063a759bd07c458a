import type { Probe, ProbedServer } from "@medhelm/core/models/resolve-deployment";
import { z } from "zod";
import { getListed } from "./get-listed.ts";
import { bearerOf, withoutKey } from "./quote-server.ts";

/** The default ports of local model servers. */
export const LOOPBACK_PORTS: readonly number[] = [
  8000, // vLLM
  11434, // Ollama
  1234, // LM Studio
  8080, // llama.cpp
];

/** A name of a model that messages can show: without control characters, and not longer than a path. A name with the key is left out, too. */
const NAME = /^[^\p{Cc}\p{Cf}]{1,300}$/u;

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** A server that sent no list in time is not asked again so soon. */
const SILENCE_MS = 10_000;

/**
 * Asks servers which models they serve (GET /models below the base URL). A server that does not answer in time with a list of models
 * does not count as a model server, so a probe never fails. `models` sends `apiKey` and `headers`; `loopback` does not, because any program may
 * listen on a loopback port.
 */
export function createProbe({
  ports = LOOPBACK_PORTS,
  loopbackTimeoutMs = 500,
  timeoutMs = 3000,
  apiKey,
  headers = {},
  onSlow,
  slowMs = 1000,
}: {
  readonly ports?: readonly number[];
  readonly loopbackTimeoutMs?: number;
  readonly timeoutMs?: number;
  readonly apiKey?: string | undefined;
  /** the user's headers of every request */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called when the list of a server has not arrived after `slowMs`. */
  readonly onSlow?: ((baseUrl: string, timeoutMs: number) => void) | undefined;
  readonly slowMs?: number;
} = {}): Probe {
  let found: Promise<readonly ProbedServer[]> | undefined;
  const listed = new Map<string, readonly string[]>();
  const silentUntil = new Map<string, number>();
  return {
    // a list that was read once holds for all models, so that a slow reply later leaves no judge unmarked
    async models(baseUrl, signal) {
      const known = listed.get(baseUrl);
      if (known !== undefined) return known;
      // one silent server may serve a candidate and three judges
      if (performance.now() < (silentUntil.get(baseUrl) ?? 0)) return undefined;
      const slow = setTimeout(() => onSlow?.(baseUrl, timeoutMs), slowMs);
      const asked = performance.now();
      const models = await listModels(
        baseUrl,
        timeoutMs,
        { ...headers, ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
        signal,
      ).finally(() => clearTimeout(slow));
      if (models !== undefined) listed.set(baseUrl, models);
      else if (performance.now() - asked >= timeoutMs && signal?.aborted !== true)
        silentUntil.set(baseUrl, performance.now() + SILENCE_MS);
      return models;
    },
    // All deployments of a run share one probe.
    loopback: () => (found ??= probeLoopback(ports, loopbackTimeoutMs)),
  };
}

async function probeLoopback(ports: readonly number[], timeoutMs: number): Promise<readonly ProbedServer[]> {
  const servers = await Promise.all(
    ports.map(async (port) => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const models = await listModels(baseUrl, timeoutMs);
      return models === undefined ? [] : [{ baseUrl, models }];
    }),
  );
  return servers.flat();
}

async function listModels(
  baseUrl: string,
  timeoutMs: number,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  const key = bearerOf(headers);
  try {
    const { status, value } = await getListed(new URL(`${baseUrl}/models`), { headers, timeoutMs, signal });
    const parsed = ModelList.safeParse(value);
    if (status !== 200 || !parsed.success) return undefined;
    const ids = new Set(parsed.data.data.map(({ id }) => id));
    return [...ids].filter((id) => NAME.test(id) && withoutKey(id, key) === id);
  } catch {
    return undefined; // refused, too slow, interrupted or not JSON
  }
}
