import { createServer } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { UserError } from "@medhelm/core/user-error";

/** Never another address. A user who wants it on a network puts a proxy with TLS and accounts in front. */
const HOST = "127.0.0.1";
const TRIES = 100;

/** Returns the wanted port of 127.0.0.1, or the next free one. @throws UserError if no port is free */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + TRIES, 65_536); port++) if (await isFree(port)) return port;
  throw new UserError(`no port of 127.0.0.1 is free from ${wanted} on; give another one with --port N`);
}

/**
 * Returns the port that the user gave. Without one it returns the usual port or, if that is in use, the next free one, and announces it.
 * @throws UserError if the given port is in use
 */
export async function choosePort(
  given: number | undefined,
  usual: number,
  notice: (text: string) => void,
): Promise<number> {
  if (given !== undefined) {
    if (await isFree(given)) return given;
    throw new UserError(`--port ${given}: another program uses this port of 127.0.0.1; stop it, or give another port`);
  }
  const port = await freePort(usual);
  if (port !== usual) notice(`another program uses port ${usual} of 127.0.0.1; this stack takes port ${port}`);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  });
}

export interface Listening {
  close(): Promise<void>;
}

/** Serves `fetch` on 127.0.0.1. @throws the error of the port, for example EADDRINUSE */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<Listening> {
  const server = createAdaptorServer({ fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
