import { emptyProdEnv } from "@medhelm/core/models/prod-env";
import { expect, test } from "vitest";
import { jobEnvironment } from "./job-environment.ts";

const KEYS: Readonly<Record<string, readonly string[]>> = {
  "openai/gpt": ["OPENAI_API_KEY"],
  "anthropic/claude": ["ANTHROPIC_API_KEY"],
};
const models = {
  prodEnv: {
    ...emptyProdEnv,
    credentials: new Map([
      ["openaiApiKey", "in-file"],
      ["googleApiKey", "of-another"],
    ]),
  },
  secretsFor: (name: string) => KEYS[name] ?? [],
};
const SECRETS = {
  OPENAI_API_KEY: "o",
  ANTHROPIC_API_KEY: "a",
  AWS_SECRET_ACCESS_KEY: "w",
  MEDHELM_API_KEY: "m",
  GITHUB_TOKEN: "g",
};
const env = {
  ...SECRETS,
  PATH: "/bin",
  NODE_EXTRA_CA_CERTS: "/ca.pem",
  https_proxy: "http://proxy",
  ANTHROPIC_BASE_URL: "http://c",
};
const { GITHUB_TOKEN: _, ...ofModels } = SECRETS;
const { PATH, NODE_EXTRA_CA_CERTS, https_proxy, ANTHROPIC_BASE_URL } = env;
const plain = { PATH, NODE_EXTRA_CA_CERTS, https_proxy, ANTHROPIC_BASE_URL };
const asks = (candidates: readonly string[], judges: readonly string[] = []) => ({
  MEDHELM_ASKS: JSON.stringify({ candidates, judges }),
});

test("a job gets the keys of its candidate and its judges, addresses, certificates and the proxy, and no other key", () => {
  const of = jobEnvironment({}, models, env);
  expect(of(asks(["openai/gpt"]))).toEqual({ ...plain, OPENAI_API_KEY: "o" });
  expect(of(asks(["baseline/first-option"], ["anthropic/claude"]))).toEqual({ ...plain, ANTHROPIC_API_KEY: "a" });
});

test("the worker of a pool gets the keys of its deployment only", () => {
  const of = jobEnvironment({}, models, env);
  expect(of({ MEDHELM_POOL: "anthropic/claude" })).toEqual({ ...plain, ANTHROPIC_API_KEY: "a" });
});

test("a job of an earlier version, which names no models, gets the keys of all models", () => {
  expect(jobEnvironment({}, models, env)({})).toEqual({ ...plain, ...ofModels });
});

test("a job gets the key of a shared bucket", () => {
  const of = jobEnvironment({ store: "bucket" }, models, env);
  expect(of(asks(["openai/gpt"]))).toEqual({ ...plain, OPENAI_API_KEY: "o", AWS_SECRET_ACCESS_KEY: "w" });
});

test("HELM_CREDENTIALS of a job holds the entries of its models only", () => {
  const of = jobEnvironment({}, models, { HELM_CREDENTIALS: "openaiApiKey: in-file, googleApiKey: of-another" });
  expect(of(asks(["openai/gpt"]))).toEqual({ HELM_CREDENTIALS: '{"openaiApiKey":"in-file"}' });
  expect(of(asks(["anthropic/claude"]))).toEqual({ HELM_CREDENTIALS: "{}" });
});
