import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";

/** The server of chat completions of the measurements, in a process of its own. */
interface Stub {
  readonly port: number;
  /** the number of completions since the last call */
  answered(): Promise<number>;
  stop(): void;
}

export async function startStub(): Promise<Stub> {
  const server = fork(join(import.meta.dirname, "stub-server.ts"));
  const received = async (): Promise<number> =>
    z.tuple([z.int()]).parse((await once(server, "message")).slice(0, 1))[0];
  const port = await received();
  return {
    port,
    async answered() {
      const reply = received(); // it listens before the server can answer
      server.send("answered");
      return reply;
    },
    stop: () => void server.kill(),
  };
}
