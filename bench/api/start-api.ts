import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const TOKEN = "of-the-benchmark";
const Sent = z.tuple([z.number()]);

export interface StartedApi extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** The CPU time that the API's process has used since its start. */
  cpuMs(): Promise<number>;
}

/** Starts the API in a child process with an empty folder. @throws Error if it ends before it listens */
export async function startApi(): Promise<StartedApi> {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-api-"));
  // the command enables this cache, so that the code is compiled at the first start only
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "medhelm-bench-compile-cache") };
  const child = fork(join(import.meta.dirname, "api-child.ts"), [folder, TOKEN], { env });
  const ended = once(child, "exit").then((): never => {
    rmSync(folder, { recursive: true, force: true });
    throw new Error("bench/api/api-child.ts ended");
  });
  ended.catch(() => undefined); // the end is awaited with each message
  const next = async (): Promise<number> => {
    const [value] = Sent.parse((await Promise.race([once(child, "message"), ended])).slice(0, 1));
    return value;
  };
  const port = await next();
  return {
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    cpuMs() {
      const reply = next();
      child.send("usage");
      return reply;
    },
    async [Symbol.asyncDispose]() {
      const end = once(child, "exit");
      child.kill();
      await end;
    },
  };
}
