import { modelClients } from "@medhelm/adapters/models/clients";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { configuredModels } from "./configured-models.ts";
import { serviceFiles } from "./service-files.ts";

const files = serviceFiles(fileURLToPath(new URL("../../../../conf/", import.meta.url)));

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

test("every deployment of conf/ resolves without a probe, and a hosted deployment names its key's variable", async () => {
  const prodEnv = await files.prodEnv();
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
