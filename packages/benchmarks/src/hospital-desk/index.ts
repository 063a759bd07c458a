import { AGENT_METRIC } from "@medhelm/core/metrics/agent";
import { z } from "zod";
import { benchmark } from "../define.ts";
import { LEAST_USD, microUsdDown, MOST_USD } from "@medhelm/core/money/micro-usd";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { environment } from "./environment.ts";
import { instances } from "./instances.ts";
import { prompt } from "./prompt.ts";

const STEPS = 20;

export default benchmark({
  card,
  // two limits are two runs
  name: ({ max_steps, max_usd }) => {
    const limits = [
      ...(max_steps === STEPS ? [] : [`max_steps=${max_steps}`]),
      ...(max_usd === undefined ? [] : [`max_usd=${max_usd}`]),
    ];
    return [card.name, ...(limits.length === 0 ? [] : [limits.join(",")])].join(":");
  },
  args: {
    max_steps: z.int().min(1).max(100).default(STEPS),
    max_usd: z.number().min(LEAST_USD).max(MOST_USD).optional(),
  },
  scenario: { className: "medhelm.benchmarks.HospitalDesk", tags: ["agent", "administration"] },
  data: {},
  instances,
  prompt,
  metrics: [{ class_name: AGENT_METRIC, args: {} }, ...basic([])],
  size: { instances: { low: 20, high: 20 }, promptTokens: [260, 340] },
  agent: ({ max_steps, max_usd }) => ({
    ...environment(max_steps),
    ...(max_usd === undefined ? {} : { maxMicroUsd: microUsdDown(max_usd) }),
  }),
});
