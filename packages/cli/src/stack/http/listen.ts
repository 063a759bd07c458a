import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { UserError } from "@medhelm/core/user-error";
import { messageProblem } from "@medhelm/service/api/guards/refuse-message";
import { type RefusalPorts, refuseRequest, refuseUnreadable, written } from "./refuse-unreadable.ts";

/** The address unless the user gives another one. */
const HOST = "127.0.0.1";
const TRIES = 100;

/** Returns the wanted port of an address, or the next free one. @throws UserError if no port is free */
export async function freePort(wanted: number, host = HOST): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + TRIES, 65_536); port++) if (await isFree(port, host)) return port;
  throw new UserError(`no port of ${host} is free from ${wanted} on; give another one with --port N`);
}

/**
 * Returns the port that the user gave. Without one it returns the usual port or, if that is in use, the next free one, and announces it.
 * @throws UserError if the given port is in use
 */
export async function choosePort(
  given: number | undefined,
  usual: number,
  notice: (text: string) => void,
  host = HOST,
): Promise<number> {
  if (given !== undefined) {
    if (await isFree(given, host)) return given;
    throw new UserError(`--port ${given}: another program uses this port of ${host}; stop it, or give another port`);
  }
  const port = await freePort(usual, host);
  if (port !== usual) notice(`another program uses port ${usual} of ${host}; this stack takes port ${port}`);
  return port;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if ("code" in error && error.code === "EADDRNOTAVAIL")
        reject(new UserError(`--host ${host}: this machine has no such address; ip address lists those that it has`));
      else resolve(false);
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

export interface Listening {
  close(): Promise<void>;
}

/**
 * The time in which a request arrives, with its body. Node's five minutes cut off the largest upload (1 GiB) on a line of less than 29 Mbit/s.
 * Only callers with a key send bodies, and headers still have a minute. A request without Host is refused below.
 */
export const serverOptions = { requestTimeout: 3_600_000, requireHostHeader: false };

type Fetch = (request: Request) => Response | Promise<Response>;

/** For a server that records nothing. */
const UNRECORDED: RefusalPorts = { refuse: async (refused) => messageProblem(refused), isBehindProxy: false };

/** Serves `fetch` on an address. @throws the error of the port, for example EADDRINUSE */
export async function listen(fetch: Fetch, port: number, host = HOST, refusals = UNRECORDED): Promise<Listening> {
  const server = createHttpServer(serverOptions, listener(fetch, refusals));
  refuseUnreadable(server, refusals);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Passes each request on. One that gives no address of the Web is refused. */
const listener =
  (fetch: Fetch, refusals: RefusalPorts): RequestListener =>
  (incoming, outgoing) => {
    const errorHandler = async (error: unknown): Promise<Response> => {
      if (!(error instanceof RequestError)) throw error;
      const problem = await refuseRequest("bad-request", incoming, refusals);
      const { body, headers } = written(problem);
      return new Response(body, { status: problem.status, headers });
    };
    void getRequestListener(fetch, { errorHandler })(incoming, outgoing);
  };
