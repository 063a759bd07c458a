import type { Deployment } from "@medhelm/core/models/deployment";
import type { PriceList } from "@medhelm/core/money/make-quote";
import { priceList } from "@medhelm/service/money/price-list";
import type { Models } from "../../models/load-models.ts";
import { givenPrice } from "../../models/model-prices.ts";
import { packagedDeployments } from "../../models/packaged-deployments.ts";
import type { StackSettings } from "./stack-settings.ts";

/** The known prices, after those that --price-per-million gives. */
export async function stackPrices(settings: StackSettings, { prodEnv }: Models): Promise<PriceList> {
  const known = priceList([...(await packagedPrices(settings)), ...prodEnv.deployments], []);
  return {
    ...known,
    find: (name, role) => {
      const found = known.find(name, role);
      const price = found?.client?.kind === "builtin" ? undefined : givenPrice(settings, name, role);
      return price === undefined ? found : { ...found, price };
    },
  };
}

/** The packaged deployments, whose prices hold unless the user gives a server of their own. */
async function packagedPrices({ endpoint }: StackSettings): Promise<readonly Deployment[]> {
  if (endpoint !== undefined) return [];
  return (await packagedDeployments()).filter(({ served }) => served === undefined);
}
