import type { Clock } from "@medhelm/core/ports";

/** Our own model server, in a container next to the worker. */
export interface ModelServer {
  /** the deployment's address, e.g. "http://127.0.0.1:8000/v1" */
  readonly baseUrl: string;
  /** The status with which its container ended; undefined: it runs, or its state is unknown. */
  ended(): Promise<string | undefined>;
  /** Its last log lines, or where to read them. */
  lastLines(): Promise<readonly string[]>;
}

export interface ServerPorts {
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  say(line: string): void;
}

/** 8 GPUs that load 150 GB of weights from S3 take minutes; a first start that compiles kernels takes longer. */
const DEADLINE_MS = 45 * 60_000;
const POLL_MS = 2_000;
const SAY_EVERY_MS = 30_000;
const LAST_LINES = 30;

/**
 * The model server ended, or never started. The message contains its last log lines, because its container cannot be
 * inspected afterwards.
 */
export class ServerDied extends Error {
  override readonly name = "ServerDied";
}

/**
 * Waits until the server answers.
 * @throws ServerDied if it ends first or does not answer in time
 */
export async function waitForServer(
  ports: ServerPorts,
  server: ModelServer,
  options: { readonly signal: AbortSignal; readonly deadlineMs?: number; readonly pollMs?: number },
): Promise<void> {
  const { clock, say } = ports;
  const { signal, deadlineMs = DEADLINE_MS, pollMs = POLL_MS } = options;
  const startedMs = clock.monotonicMs();
  let saidMs = startedMs;
  for (;;) {
    signal.throwIfAborted();
    await throwIfDead(server);
    if (await answers(ports, server, signal)) {
      say(`the model server answers after ${seconds(clock.monotonicMs() - startedMs)} s`);
      return;
    }
    const nowMs = clock.monotonicMs();
    if (nowMs - startedMs > deadlineMs)
      throw new ServerDied(`the model server did not answer within ${seconds(deadlineMs)} s${await lastLines(server)}`);
    if (nowMs - saidMs > SAY_EVERY_MS) {
      saidMs = nowMs;
      const line = (await server.lastLines()).at(-1) ?? "it has logged nothing";
      say(`waiting for the model server, ${seconds(nowMs - startedMs)} s: ${line}`);
    }
    await clock.sleep(pollMs, signal);
  }
}

/** Calls `onDeath` if the server ends while it is needed. Returns when the signal aborts. */
export async function watchServer(
  { clock }: ServerPorts,
  server: ModelServer,
  options: { readonly signal: AbortSignal; readonly onDeath: (died: ServerDied) => void; readonly pollMs?: number },
): Promise<void> {
  while (!options.signal.aborted) {
    try {
      await throwIfDead(server);
    } catch (error) {
      if (!(error instanceof ServerDied)) throw error;
      options.onDeath(error);
      return;
    }
    await clock.sleep(options.pollMs ?? POLL_MS, options.signal).catch(() => undefined);
  }
}

/** vLLM has /health; other servers of this API list their models. */
async function answers({ fetch }: ServerPorts, { baseUrl }: ModelServer, signal: AbortSignal): Promise<boolean> {
  const origin = new URL(baseUrl).origin;
  for (const url of [`${origin}/health`, `${baseUrl}/models`]) {
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
      await response.body?.cancel();
      if (response.ok) return true;
      if (response.status !== 404) return false;
    } catch {
      return false; // no server listens yet
    }
  }
  return false;
}

async function throwIfDead(server: ModelServer): Promise<void> {
  const status = await server.ended();
  if (status !== undefined) throw new ServerDied(`the model server ended with ${status}${await lastLines(server)}`);
}

async function lastLines(server: ModelServer): Promise<string> {
  const lines = (await server.lastLines()).slice(-LAST_LINES);
  return lines.length === 0 ? "" : `; its last lines:\n${lines.join("\n")}`;
}

const seconds = (ms: number): number => Math.round(ms / 1000);
