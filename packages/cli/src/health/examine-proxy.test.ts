import { expect, test } from "vitest";
import { examineProxy } from "./examine-proxy.ts";

const env = { https_proxy: "http://ann:secret@proxy.example:3128", no_proxy: ".hospital.example" };

test("the doctor names the proxy without its password, and the hosts that are asked directly", () => {
  const detail = "proxy.example:3128, for all hosts but localhost, 127.0.0.1, ::1, .hospital.example";
  expect(examineProxy(env, false)).toEqual([{ check: "proxy", state: "ok", detail }]);
});

test("with --offline the doctor says that the proxy is not used", () => {
  expect(examineProxy(env, true)).toMatchObject([{ detail: "not used, because of --offline" }]);
});
