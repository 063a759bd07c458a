import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";

const Stats = z.object({
  requests: z.number(),
  answered: z.number(),
  distinct: z.number(),
  duplicates: z.number(),
});
export type StubStats = z.infer<typeof Stats>;

export interface Stub {
  /** e.g. http://127.0.0.1:8000 ; the API is below /v1 */
  readonly url: string;
  readonly endpoint: string;
  stats(): Promise<StubStats>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

type StubFlags = { readonly port?: number } & Readonly<Record<string, number>>;

/** Starts shared/tools/stub-model.mjs in a process. Port 0 is any free port. `flags` are the stub's, e.g. "latency-ms": 20. */
export async function startStub({ port = 0, ...flags }: StubFlags = {}): Promise<Stub> {
  if (shared === undefined) throw new Error(whyNoShared);
  const args = Object.entries({ port, ...flags }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [join(shared, "tools/stub-model.mjs"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, "line").then(([text]) => String(text)),
    once(child, "exit").then(() => {
      throw new Error(`the stub did not come up at port ${port}`);
    }),
  ]);
  const { listening } = z.object({ listening: z.number() }).parse(JSON.parse(line));
  const url = `http://127.0.0.1:${listening}`;
  return {
    url,
    endpoint: `${url}/v1`,
    stats: async () => Stats.parse(await (await fetch(`${url}/stats`)).json()),
    async reset() {
      await fetch(`${url}/reset`, { method: "POST" });
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
