import type { GpuClass } from "../jobs/gpu-class.ts";
import type { GpuMarket } from "./ledger-entry.ts";
import type { PriceList } from "./make-quote.ts";

export interface MachinePrice {
  readonly gpuClass: GpuClass;
  readonly market: GpuMarket;
  readonly usdPerHour: number;
}

/**
 * The price of the machine that serves a deployment; undefined if no GPU machine of the service serves it. Batch does not report whether a job ran
 * on Spot or on demand. Queues try Spot first, so Spot is the default; the operator pays the difference of an on-demand machine.
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
