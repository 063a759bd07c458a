import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

/** A real server on 127.0.0.1 for tests of faulty model servers. */
export async function serve(handler: Handler): Promise<{ baseUrl: string; port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (text: string) => (body += text));
    request.on("end", () => handler(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the test server has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    port: address.port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof value === "string" ? value : JSON.stringify(value));
}

/** A handler that sends JSON without an end, and a promise that resolves when the client closes the connection. */
export function endlessReply(): { readonly handler: Handler; readonly closed: Promise<void> } {
  const closed = Promise.withResolvers<void>();
  const chunk = Buffer.alloc(2 ** 20, " ");
  const handler: Handler = (_, __, response) => {
    response.on("close", () => closed.resolve());
    response.writeHead(200, { "content-type": "application/json" });
    const send = (): void => {
      while (!response.closed && response.write(chunk));
    };
    response.on("drain", send);
    send();
  };
  return { handler, closed: closed.promise };
}
