import { getGlobalDispatcher } from "undici";
import { expect, test } from "vitest";
import { applyProxy } from "./apply-proxy.ts";

const env = { https_proxy: "http://127.0.0.1:3128" };

test("with --offline no request goes to a proxy, which may be on this machine and forward it", async () => {
  const before = getGlobalDispatcher();
  await applyProxy(env, true);
  expect(getGlobalDispatcher()).toBe(before);
});
