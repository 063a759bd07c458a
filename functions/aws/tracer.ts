import { otlpTracer } from "@medhelm/adapters/trace/otlp-tracer";
import type { Log, Tracer } from "@medhelm/core/ports";
import { version } from "@medhelm/service/version";
import { z } from "zod";
import { type Env, readEnvironment } from "./environment.ts";

const Environment = z.object({ MEDHELM_OTLP_ENDPOINT: z.url().optional() });

/** Sends spans to the collector of conf/service.yaml; undefined if it names none. Flush it before the function returns, because AWS then stops it. */
export function awsTracer(component: string, env: Env, log: Log): Tracer | undefined {
  const { MEDHELM_OTLP_ENDPOINT: endpoint } = readEnvironment(component, Environment, env);
  if (endpoint === undefined) return undefined;
  const report = (reason: string): void => log("warn", "the collector does not take the spans", { error: reason });
  return otlpTracer({ endpoint, version, fetch, report });
}
