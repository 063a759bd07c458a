import { expect, it } from "vitest";
import type { Deployment, Trust } from "./deployment.ts";
import { createGuard } from "./guard.ts";
import type { Access } from "../run/profile.ts";

const at = (baseUrl: string, trust: Trust): Deployment => ({
  name: "openai/gpt-4o",
  modelName: "openai/gpt-4o",
  client: { kind: "openai-chat", baseUrl, modelSent: "gpt-4o" },
  deprecated: false,
  trust,
});
const hosted = at("https://api.openai.com/v1", "hosted");
const guard = (access: Access, more: { offline?: boolean; allowHosted?: boolean; allowedHosts?: string[] } = {}) =>
  createGuard({ benchmark: "chw_care_plan", access, offline: false, ...more });

it("public text may be sent to every deployment", () => {
  expect(() => guard("public")(hosted)).not.toThrow();
});

it.each(["gated", "private", "local"] as const)("%s text is never sent to hosted deployments", (access) => {
  expect(() => guard(access)(hosted)).toThrow(
    `chw_care_plan contains ${access} text, and openai/gpt-4o is a hosted deployment`,
  );
  expect(() => guard(access)(at("https://llm.hospital.example/v1", "covered"))).not.toThrow();
  expect(() => guard(access)(at("http://127.0.0.1:8000/v1", "local"))).not.toThrow();
});

it("--allow-hosted permits local text only", () => {
  expect(() => guard("local", { allowHosted: true })(hosted)).not.toThrow();
  expect(() => guard("private", { allowHosted: true })(hosted)).toThrow("private text");
  expect(() => guard("gated", { allowHosted: true })(hosted)).toThrow("gated text");
});

it("--offline permits loopback and the allow-list only, for every trust", () => {
  const offline = guard("public", { offline: true, allowedHosts: ["10.1.2.3"] });
  expect(() => offline(hosted)).toThrow("--offline refuses openai/gpt-4o at api.openai.com");
  expect(() => offline(at("http://10.9.9.9/v1", "covered"))).toThrow("--offline refuses");
  expect(() => offline(at("http://10.1.2.3:8000/v1", "covered"))).not.toThrow();
  expect(() => offline(at("http://[::1]:8000/v1", "local"))).not.toThrow();
});
