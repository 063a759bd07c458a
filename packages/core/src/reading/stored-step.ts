import { z } from "zod";
import type { Step } from "./reading.ts";

/** A step of a reader in a file. */
export const StoredStep = z.object({
  step: z.string(),
  /** stretches of the reply in UTF-16 units, at most 20 */
  at: z.array(z.tuple([z.int(), z.int()])),
  what: z.string().optional(),
});
export type StoredStep = z.infer<typeof StoredStep>;

/** A step of a long reply may be at more places than a page shows. */
const MOST_PLACES = 20;

/** Converts the steps of a reader to those of a file. */
export const storedSteps = (steps: readonly Step[]): StoredStep[] =>
  steps.map(({ step, at, what }) => ({
    step,
    at: at.slice(0, MOST_PLACES).map(([start, end]): [number, number] => [start, end]),
    ...(what === undefined ? {} : { what }),
  }));
