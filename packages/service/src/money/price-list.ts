import { builtinModels } from "@medhelm/benchmarks/baselines/registry";
import type { PriceList } from "@medhelm/core/money/make-quote";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { GpuClass } from "@medhelm/core/jobs/gpu-class";

/** The prices of the configured deployments; built-in models are free. */
export function priceList(deployments: readonly Deployment[], gpuClasses: readonly GpuClass[]): PriceList {
  const known = new Map<string, ReturnType<PriceList["find"]>>(
    builtinModels.map(({ name }) => [name, { client: { kind: "builtin", baseline: name } }]),
  );
  for (const deployment of deployments) known.set(deployment.name, deployment);
  return { find: (name) => known.get(name), gpuClasses };
}
