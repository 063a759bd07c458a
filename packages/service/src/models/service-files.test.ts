import { modelClients } from "@medhelm/adapters/models/clients";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { configuredModels } from "./configured-models.ts";
import { serviceFiles } from "./service-files.ts";

const conf = fileURLToPath(new URL("../../../../conf/", import.meta.url));
const files = serviceFiles(conf);

test("in conf/ every served deployment has a GPU class, and every deployment has a described model", async () => {
  const { deployments, models } = await files.prodEnv();
  const classes = new Set((await files.gpuClasses()).map(({ name }) => name));
  const described = new Set(models.map(({ name }) => name));
  expect(deployments.length).toBeGreaterThan(0);
  const servedBy = deployments.flatMap(({ served }) => served?.gpuClass ?? []);
  expect(servedBy.filter((name) => !classes.has(name))).toEqual([]);
  expect(deployments.filter(({ modelName }) => !described.has(modelName))).toEqual([]);
  expect((await files.service()).monthlyBudgetUsd).toBeGreaterThan(0);
  expect(await files.schema()).toContain("run_groups:");
});

test("conf/ has at least 40 current deployments, each with a price and, where it is known, a context, and the models of the paper", async () => {
  const text = await readFile(join(conf, "model_deployments.yaml"), "utf8");
  const all = parseModelDeployments(text, "conf/model_deployments.yaml", new Map());
  const current = all.filter(({ deprecated }) => !deprecated);
  expect(current.length).toBeGreaterThanOrEqual(40);
  const withoutContext = all.filter(({ maxSequenceLength }) => maxSequenceLength === undefined);
  expect(withoutContext.map(({ name }) => name)).toEqual(["google/gemini-3.6-flash", "google/gemini-3.5-flash-lite"]);
  expect(current.filter(({ price, served }) => price === undefined && served === undefined)).toEqual([]);
  expect(all.map(({ modelName }) => modelName)).toEqual(
    expect.arrayContaining([
      "deepseek-ai/deepseek-r1",
      "openai/o3-mini-2025-01-31",
      "anthropic/claude-3-5-sonnet-20241022",
      "anthropic/claude-3-7-sonnet-20250219",
      "openai/gpt-4o-2024-05-13",
      "google/gemini-2.0-flash-001",
      "openai/gpt-4o-mini-2024-07-18",
      "meta/llama-3.3-70b-instruct",
      "google/gemini-1.5-pro-001",
    ]),
  );
});

test("a service has the deployments of its providers, and those that it serves", async () => {
  const { deployments } = await files.prodEnv();
  const hosts = new Set(deployments.map(({ name }) => name.split("/", 1)[0]));
  expect(hosts).toEqual(new Set(["anthropic", "google", "local", "meta", "openai"]));
});

test("every deployment of conf/ resolves without a probe, and a hosted deployment names its key's variable", async () => {
  const prodEnv = await files.prodEnv();
  expect(prodEnv.deployments).not.toEqual([]);
  const models = configuredModels({
    prodEnv,
    juries: await files.juries(),
    env: {},
    clients: modelClients,
    today: () => "2026-01-01",
  });
  for (const { name, modelName, served } of prodEnv.deployments) {
    const { client } = await models.resolve(name, modelName, "candidate");
    if (client.kind === "builtin") throw new Error(`${name} is built in`);
    expect(client.apiKeyFrom?.kind).toBe(served === undefined ? "env" : undefined);
  }
});

test("the error about a missing or invalid file names its path", async () => {
  const folder = await mkdtemp(join(tmpdir(), "medhelm-conf-"));
  await writeFile(join(folder, "service.yaml"), "monthlyBudgetUsd: many\n");
  const broken = serviceFiles(folder);
  await expect(broken.service()).rejects.toThrow(join(folder, "service.yaml"));
  await expect(broken.juries()).rejects.toThrow(
    `${join(folder, "judges.yaml")} cannot be read; MEDHELM_CONF must name a folder like conf/`,
  );
});
