import { expect, test } from "vitest";
import { proxyOf } from "./proxy-of.ts";

test("without a variable there is no proxy", () => {
  expect(proxyOf({ NO_PROXY: "hospital.example", https_proxy: "" })).toBeUndefined();
});

test("small letters precede capitals, and this machine is always asked directly", () => {
  const env = { https_proxy: "http://small:1", HTTPS_PROXY: "http://LARGE:2", NO_PROXY: ".hospital.example" };
  expect(proxyOf(env)).toEqual({ https: "http://small:1", direct: "localhost,127.0.0.1,::1,.hospital.example" });
});

test("a value that is no address is refused without showing it, because it may hold a password", () => {
  expect(() => proxyOf({ HTTPS_PROXY: "ann:secret@proxy:3128" })).toThrow(
    "HTTPS_PROXY must be the address of a proxy, such as http://proxy.example:3128",
  );
});
