import { createServer, type Socket } from "node:net";
import type { Family } from "./families.ts";

/** The parts of a request that hostile servers use. */
export interface Received {
  /** the end of the client's address, e.g. /v1/messages */
  readonly path: string;
  /** the header lines */
  readonly head: string;
  readonly family: Family;
}
/** Answers one request on a raw connection, so that it can send what no HTTP library would. */
export type Hostile = (socket: Socket, received: Received) => void;

/** Starts a server on 127.0.0.1 that treats each request with `hostile`. `requests` has the path of each request. */
export async function startHostile(hostile: Hostile, family: Family) {
  const open = new Set<Socket>();
  const requests: string[] = [];
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      received += String(text);
      const head = received.slice(0, Math.max(0, received.indexOf("\r\n\r\n")));
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (head === "" || received.length < head.length + 4 + length) return;
      received = "";
      const path = head.split(" ", 2)[1] ?? "/";
      requests.push(path);
      hostile(socket, { path, head, family });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the hostile server has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

type Headers = Readonly<Record<string, string | number>>;

/** The status line and the header lines. */
export const head = (status: number, headers: Headers = {}): string =>
  `HTTP/1.1 ${status} Any\r\n${Object.entries({ "content-type": "application/json", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

/** Sends a whole reply with its length. */
export function send(socket: Socket, body: string | Buffer, status = 200, headers: Headers = {}): void {
  socket.write(head(status, { "content-length": Buffer.byteLength(body), ...headers }));
  socket.write(body);
}

/** Sends chunks until the client closes the connection. */
export function sendForever(socket: Socket, chunk: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
}
