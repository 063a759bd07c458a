import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { choosePort, serverOptions } from "./listen.ts";

/** Listens on a port that the system chooses. */
async function busyPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
const silent = (): void => undefined;

test("a given port that is in use is refused, and no other port is taken", async () => {
  const port = await busyPort();
  await expect(choosePort(port, 1, silent)).rejects.toThrow(
    `--port ${port}: another program uses this port of 127.0.0.1; stop it, or give another port`,
  );
});

test("if the usual port is in use, the next free one is taken and announced", async () => {
  const usual = await busyPort();
  const said: string[] = [];
  const port = await choosePort(undefined, usual, (text) => said.push(text));
  expect(port).toBeGreaterThan(usual);
  expect(said).toEqual([`another program uses port ${usual} of 127.0.0.1; this stack takes port ${port}`]);
});

test("an upload may arrive for an hour, and headers for a minute", () => {
  const { requestTimeout, headersTimeout } = createHttpServer(serverOptions);
  expect([requestTimeout, headersTimeout]).toEqual([3_600_000, 60_000]);
});
