import type { GpuClass } from "../jobs/gpu-class.ts";
import type { GpuMarket } from "./ledger-entry.ts";
import type { PriceList } from "./make-quote.ts";

export interface MachinePrice {
  readonly gpuClass: GpuClass;
  readonly market: GpuMarket;
  readonly usdPerHour: number;
}

/**
 * What the machine that serves a deployment costs; undefined: none does. Nobody tells which of a queue's machines a job had: queues
 * try Spot first, so that is the default, and where on-demand had to step in the difference is the operator's.
 */
export function machinePrice(
  { find, gpuClasses }: PriceList,
  deployment: string,
  market: GpuMarket = "spot",
): MachinePrice | undefined {
  const served = find(deployment)?.served;
  const gpuClass = gpuClasses.find(({ name }) => name === served?.gpuClass);
  if (gpuClass === undefined) return undefined;
  const { spotUsdPerHour, onDemandUsdPerHour } = gpuClass.price;
  return { gpuClass, market, usdPerHour: market === "spot" ? spotUsdPerHour : onDemandUsdPerHour };
}
