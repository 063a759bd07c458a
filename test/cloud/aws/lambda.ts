import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const child = fileURLToPath(new URL("lambda-child.ts", import.meta.url));
const Reply = z.object({ id: z.number(), result: z.unknown().optional(), error: z.string().optional() });

export interface Lambda {
  readonly name: string;
  /** @throws Error with the function's own stack, as Lambda reports an invocation that failed */
  invoke(event: unknown): Promise<unknown>;
  /** Resolves when the calls so far have ended. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs a function's bundle in its own process with only its environment, one event at a time, as AWS does.
 * With `twice`, each invocation is repeated, after the first or at the same time, as AWS may do. The first result counts.
 */
export function startLambda(options: {
  readonly name: string;
  readonly bundle: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly twice?: "behind" | "beside" | undefined;
  /** the function's log */
  log(text: string): void;
}): Lambda {
  const { name, bundle, env, timeoutMs = 30_000, twice } = options;
  const running: ChildProcess = fork(child, [bundle], {
    env: { ...env, PATH: process.env["PATH"] ?? "", AWS_LAMBDA_FUNCTION_NAME: name },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  for (const stream of [running.stdout, running.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => options.log(`${name}: ${text}`));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  running.on("message", (received) => {
    const { id, result, error } = Reply.parse(received);
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(`${name}: ${error}`));
    waiting.delete(id);
  });
  running.on("exit", (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended: ${code ?? signal}`));
  });
  let calls = 0;
  let last: Promise<unknown> = Promise.resolve();
  const invokeOnce = async (event: unknown): Promise<unknown> => {
    const id = ++calls;
    const reply = Promise.withResolvers<unknown>();
    waiting.set(id, reply);
    running.send({ id, event, timeoutMs }, (error) => error && reply.reject(error));
    return reply.promise;
  };
  const invoke = async (event: unknown): Promise<unknown> => {
    const first = invokeOnce(event);
    if (twice === "beside") invokeOnce(event).catch((error: unknown) => options.log(String(error)));
    const result = await first;
    if (twice === "behind") await invokeOnce(event);
    return result;
  };
  return {
    name,
    invoke(event) {
      const mine = last.then(() => invoke(event));
      last = mine.catch(() => undefined);
      return mine;
    },
    async idle() {
      await last;
    },
    async close() {
      if (running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, "exit");
      running.kill("SIGKILL");
      await gone;
    },
  };
}
