import { createSignal } from "./signal.ts";
import { isMetered, type TokenCharge, tokenCharges } from "./token-charges.ts";

/** Amounts are whole millionths of a US dollar (micro-usd.ts). */
export interface Reservation {
  /** The model answered: replaces the reserved amount by the charge. An answer of unknown cost counts as the whole reserved amount. */
  settle(charge: TokenCharge): void;
  /** The request bought nothing: frees the reserved amount. */
  release(): void;
}

/** Counts in memory what answers cost, and what requests in flight may cost. Each limit is the caller's. */
export function reservationTally() {
  const charges = tokenCharges();
  const ends = createSignal();
  let answers = 0;
  let unmeteredMicroUsd = 0;
  let reservedMicroUsd = 0;
  let inFlight = 0;
  return {
    spentMicroUsd: (): number => charges.microUsd() + unmeteredMicroUsd,
    reservedMicroUsd: (): number => reservedMicroUsd,
    inFlight: (): number => inFlight,
    answers: (): number => answers,
    /** Fires when a request ends. */
    ends,
    reserve(microUsd: number): Reservation {
      reservedMicroUsd += microUsd;
      inFlight++;
      const end = (): void => {
        reservedMicroUsd -= microUsd;
        inFlight--;
        ends.fire();
      };
      return {
        settle(charge) {
          if (isMetered(charge)) charges.add(charge);
          else unmeteredMicroUsd += microUsd;
          answers++;
          end();
        },
        release: end,
      };
    },
  };
}
