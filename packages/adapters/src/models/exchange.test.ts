import { startHostile } from "@medhelm/testing/models/hostile/hostile-server";
import { HOSTILE_SERVERS } from "@medhelm/testing/models/hostile/hostile-servers";
import { afterAll, expect, test } from "vitest";
import { startExchange } from "./exchange.ts";
import { Agent } from "./undici.ts";

const dispatcher = new Agent();
afterAll(() => dispatcher.destroy());

test.each([
  "sends one byte of a header from time to time",
  "sends one byte of a status line from time to time",
] as const)("an exchange ends before the time limit if the server %s", async (name) => {
  const server = await startHostile(HOSTILE_SERVERS[name], "chat");
  const url = new URL(server.baseUrl);
  const asked = { url, headers: {}, body: "{}", maxBytes: 1000, refuse: () => undefined };
  const { exchanged } = startExchange(dispatcher, { ...asked, headMs: 100 });
  expect(await exchanged).toEqual({
    kind: "failure",
    failure: {
      reason: "connection",
      message: "its status line and headers did not end within 0.1 s, so the connection was closed",
      isRetriable: true,
    },
  });
  await server.close();
});
