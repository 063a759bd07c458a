import type { Request } from "../helm/scenario-state.ts";
import type { Deployment } from "../models/deployment.ts";
import { UserError } from "../user-error.ts";
import { tokensMicroUsdUp } from "./micro-usd.ts";
import { needsPrice } from "./needs-price.ts";
import { type Reservation, reservationTally } from "./reservation-tally.ts";
import { worstTokens } from "./worst-tokens.ts";

/** The budget of a submission, shared by all its deployments. */
export interface Budget {
  /**
   * Reserves `microUsd` before a request is sent. Reservations of requests in flight are mostly larger than their charges, so it waits for
   * them before it refuses. Resolves to undefined if the charges leave too little.
   */
  reserve(microUsd: number): Promise<Reservation | undefined>;
  spent(): { readonly microUsd: number; readonly requests: number };
  readonly limits: { readonly maxMicroUsd?: number; readonly maxRequests?: number };
}

/**
 * A budget in the memory of this process. Reserving the most that a request can cost keeps the total within the limits, even with
 * many requests in flight.
 */
export function createBudget(limits: Budget["limits"] = {}): Budget {
  const { maxMicroUsd = Number.POSITIVE_INFINITY, maxRequests = Number.POSITIVE_INFINITY } = limits;
  const tally = reservationTally();
  const fits = (reservedMicroUsd: number, inFlight: number): boolean =>
    tally.spentMicroUsd() + reservedMicroUsd <= maxMicroUsd && tally.answers() + inFlight + 1 <= maxRequests;
  return {
    limits,
    spent: () => ({ microUsd: tally.spentMicroUsd(), requests: tally.answers() }),
    async reserve(microUsd) {
      while (!fits(tally.reservedMicroUsd() + microUsd, tally.inFlight())) {
        if (!fits(microUsd, 0)) return undefined;
        await tally.ends.next();
      }
      return tally.reserve(microUsd);
    },
  };
}

/**
 * The most that a request can cost, rounded up to whole millionths of a dollar.
 * @throws UserError if the budget limits dollars and the deployment has no price: the limit could not hold
 */
export function worstMicroUsd(deployment: Deployment, request: Request, { limits }: Budget): number {
  const { name, price } = deployment;
  if (limits.maxMicroUsd !== undefined && needsPrice(deployment))
    throw new UserError(`${name} has no price, so a dollar budget cannot hold: give it a "price" or drop the budget`);
  return price === undefined ? 0 : tokensMicroUsdUp(price, worstTokens(deployment, request));
}
