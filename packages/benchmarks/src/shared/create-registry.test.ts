import { expect, test } from "vitest";
import { createRegistry } from "./create-registry.ts";

const SCENARIO = "helm.benchmark.scenarios.medhelm_configurable_scenario.MedHELMConfigurableScenario";
const custom = () => import("../configurable/index.ts");
const untouched = {
  name: "other",
  load: () => Promise.reject(new Error("the look-up must not load this folder")),
};
const RUN = { name: "MY-BENCHMARK:model=a_b", scenario_spec: { class_name: SCENARIO, args: {} } };

test("the metrics of a custom benchmark's run are found without loading the folders of other benchmarks", async () => {
  const line = { name: "medhelm_configurable_benchmark", scenarioClass: SCENARIO, load: custom };
  const { metricFor } = createRegistry([untouched, line]);
  expect(await metricFor("helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric", RUN)).toBeDefined();
});

test("a line with another scenario class than its benchmark is refused", async () => {
  const line = { name: "medhelm_configurable_benchmark", scenarioClass: "x.Y", load: custom };
  await expect(createRegistry([line]).findBenchmark(line.name)).rejects.toThrow(
    `registry.ts: the line of "medhelm_configurable_benchmark" must have the scenario class ${SCENARIO}`,
  );
});

test("the facts of one benchmark are found without loading the folders of others, and a user's benchmark has none", async () => {
  const line = { name: "medhelm_configurable_benchmark", scenarioClass: SCENARIO, load: custom };
  const { knownBenchmark } = createRegistry([untouched, line]);
  expect((await knownBenchmark("medhelm_configurable_benchmark"))?.card.name).toBe("medhelm_configurable_benchmark");
  expect(await knownBenchmark("MY-BENCHMARK")).toBeUndefined();
});
