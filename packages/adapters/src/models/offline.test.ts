import { once } from "node:events";
import { connect, type LookupFunction } from "node:net";
import { get } from "node:https";
import { request } from "undici";
import { afterEach, beforeEach, expect, it } from "vitest";
import { json, serve } from "@medhelm/testing/fault-server";
import { installOfflineGuard } from "./offline.ts";

// Names under .invalid do not exist and 192.0.2.1 is never routed, so the tests reach no other machine even without the guard.
let remove = () => {};
beforeEach(() => {
  remove = installOfflineGuard(["llm.hospital.invalid"]);
});
afterEach(() => remove());

const refused =
  "--offline refuses a connection to model.invalid: serve the model on 127.0.0.1, or add --offline-allow model.invalid";
const errorOf = (emitter: NodeJS.EventEmitter) =>
  new Promise<Error>((resolve) => emitter.once("error", (error) => resolve(error)));

it("the guard refuses undici, fetch, node:https and a bare socket", async () => {
  await expect(request("http://model.invalid/v1")).rejects.toThrow(refused);
  await expect(fetch("https://model.invalid/v1")).rejects.toMatchObject({ cause: { message: refused } });
  expect((await errorOf(get("https://model.invalid/v1"))).message).toBe(refused);
  expect((await errorOf(connect(443, "model.invalid"))).message).toBe(refused);
  expect((await errorOf(connect({ host: "192.0.2.1", port: 443 }))).message).toContain(
    "refuses a connection to 192.0.2.1",
  );
});

it("the guard allows loopback, by address and by name", async () => {
  const server = await serve((_, __, response) => json(response, 200, { ok: true }));
  for (const host of ["127.0.0.1", "localhost"]) {
    const { statusCode, body } = await request(`http://${host}:${server.port}/`);
    await body.dump();
    expect(statusCode).toBe(200);
  }
  await server.close();
});

const toLoopback: LookupFunction = (_, __, found) => found(null, [{ address: "127.0.0.1", family: 4 }]);
async function reaches(host: string) {
  const server = await serve(() => {});
  const socket = connect({ host, port: server.port, lookup: toLoopback });
  await once(socket, "connect");
  const { remoteAddress } = socket;
  socket.destroy();
  await server.close();
  return remoteAddress;
}

it("the guard allows the hosts of the allow-list", async () => {
  expect(await reaches("llm.hospital.invalid")).toBe("127.0.0.1");
});

it("a removed guard allows every host", async () => {
  remove();
  expect(await reaches("model.invalid")).toBe("127.0.0.1");
});
