import { readFileSync } from "node:fs";
import { parseJuries } from "@medhelm/core/judge/judges-file";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { parseModelMetadata } from "@medhelm/core/models/prod-env";
import { ServiceConf } from "@medhelm/core/service-conf";
import { describe, expect, test } from "vitest";

const text = (file: string) => readFileSync(new URL(`../../conf/${file}`, import.meta.url), "utf8");
const deployments = parseModelDeployments(text("model_deployments.yaml"), "conf/model_deployments.yaml", new Map());
const { gpuClasses } = readYaml(text("gpu_classes.yaml"), "conf/gpu_classes.yaml", GpuClasses);
const named = new Map(deployments.map((deployment) => [deployment.name, deployment]));

describe("the configuration in conf/", () => {
  test("every hosted deployment names its secret, unless it is Bedrock's, its trust and a dated price", () => {
    const hosted = deployments.filter(({ served }) => served === undefined);
    expect(hosted.length).toBeGreaterThan(0);
    expect(hosted.filter(({ trust }) => trust !== "hosted")).toEqual([]);
    const keyed = hosted.filter(({ client }) => client.kind !== "bedrock-converse");
    for (const { client } of keyed) expect(client).toMatchObject({ apiKeyFrom: { kind: "env" } });
    const undated = hosted.filter(({ deprecated, price }) => !deprecated && price?.asOf?.startsWith("2026-") !== true);
    expect(undated.map(({ name }) => name)).toEqual([]);
  });

  test("a served deployment's weights leave a tenth of its GPUs' memory for the cache of keys and values", () => {
    const served = deployments.filter((deployment) => deployment.served !== undefined);
    expect(served.length).toBeGreaterThan(0);
    for (const { name, served: card, maxSequenceLength, trust } of served) {
      const gpuClass = gpuClasses.find((one) => one.name === card?.gpuClass);
      // Mistral's repository contains the weights twice
      const loadedGb = (card?.weightsGb ?? 0) / (name.includes("mistral") ? 2 : 1);
      expect(loadedGb).toBeLessThan(0.8 * (gpuClass?.gpus ?? 0) * (gpuClass?.gpuMemoryGb ?? 0));
      expect(maxSequenceLength).toBeGreaterThan(0);
      expect(trust).toBe("covered");
    }
  });

  test("every judge of a jury has a deployment here, or a substitute if its provider retired it", () => {
    const judges = Object.values(parseJuries(text("judges.yaml"), "conf/judges.yaml")).flat();
    expect(judges).toHaveLength(6);
    for (const { retired, modelDeployment } of judges)
      expect([...named.keys()]).toContain(retired?.substitute ?? modelDeployment);
  });

  test("every model has its metadata", () => {
    const models = parseModelMetadata(text("model_metadata.yaml"), "conf/model_metadata.yaml").map(({ name }) => name);
    expect(new Set(deployments.map(({ modelName }) => modelName))).toEqual(new Set(models));
  });

  test("the GPU classes have 24, 48, 80 and 8 x 80 GB, and Spot is cheaper than on demand", () => {
    expect(gpuClasses.map(({ name, gpus, gpuMemoryGb }) => [name, gpus, gpuMemoryGb])).toEqual([
      ["gpu-24", 1, 24],
      ["gpu-48", 1, 48],
      ["gpu-80", 1, 80],
      ["gpu-4x48", 4, 48],
      ["gpu-8x80", 8, 80],
    ]);
    for (const { price } of gpuClasses) expect(price.spotUsdPerHour).toBeLessThan(price.onDemandUsdPerHour);
  });

  test("the service's own settings are read", () => {
    expect(readYaml(text("service.yaml"), "conf/service.yaml", ServiceConf)).toMatchObject({
      organisations: [],
      monthlyBudgetUsd: 500,
    });
  });
});
