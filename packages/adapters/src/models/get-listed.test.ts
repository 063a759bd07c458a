import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { getListed } from "./get-listed.ts";

/** A server that never answers the client's TLS, so that no connection is complete. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return { url: new URL(`https://127.0.0.1:${port}/v1/models`), connected: once(server, "connection"), sockets };
}

test("an abort while the connection is made ends the wait at once, and not with undici's own limit of 10 s", async () => {
  const { url, connected, sockets } = await silentServer();
  const stop = new AbortController();
  const listed = getListed(url, { headers: {}, timeoutMs: 60_000, signal: stop.signal });
  await connected;
  stop.abort(new Error("stopped"));
  await expect(listed).rejects.toThrow("stopped");
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false]);
});

test("the time limit counts from the beginning of the connection", async () => {
  const { url, sockets } = await silentServer();
  await expect(getListed(url, { headers: {}, timeoutMs: 50 })).rejects.toThrow("timeout");
  expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
});
