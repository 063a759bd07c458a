import { expect, test } from "vitest";
import { pageEnvironment } from "./page-environment.ts";

test("a program that builds pages gets no key, no token and no address of a proxy, which may hold a password", () => {
  const secrets = { OPENAI_API_KEY: "k", MEDHELM_TOKEN: "t", https_proxy: "http://user:password@proxy" };
  expect(pageEnvironment({ PATH: "/bin", ...secrets })).toEqual({ PATH: "/bin" });
});
