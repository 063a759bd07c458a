import { UserError } from "@medhelm/core/user-error";
import { seededRandom } from "@medhelm/testing/seeded-random";

/** `npm run fuzz` has many more. A failure names its seed, with which it repeats. */
const TIMES = Number(process.env["MEDHELM_FUZZ"] ?? 1);
/** Inputs of each kind, for the long form, and the first seed. Absent: a few, from seed 1. */
const INPUTS = process.env["MEDHELM_FUZZ_INPUTS"];
const FIRST_SEED = Number(process.env["MEDHELM_FUZZ_SEED"] ?? 1);

/** Whether times and memory are measured. */
export const isLong = INPUTS !== undefined;

/** The limits of one input in the long form. The short form measures nothing, because no test of `npm test` asserts a time. */
const MOST_CPU_MS = 1000;
const MOST_GROWTH_KIB = 512 * 1024;

export const seeds = (count: number): number[] =>
  Array.from({ length: INPUTS === undefined ? count * TIMES : Number(INPUTS) }, (_, i) => FIRST_SEED + i);

/** The errors of many mutations that are no sentence for the user, with their seeds; in the long form also those that take long or much memory. */
export async function faults(count: number, read: (random: () => number, seed: number) => unknown): Promise<string[]> {
  const found: string[] = [];
  for (const seed of seeds(count)) {
    const before = process.resourceUsage();
    try {
      await read(seededRandom(seed), seed);
    } catch (error) {
      if (!(error instanceof UserError)) found.push(`seed ${seed}: ${String(error)}`);
    }
    if (!isLong) continue;
    const after = process.resourceUsage();
    const cpuMs = (after.userCPUTime - before.userCPUTime) / 1000;
    const growthKib = after.maxRSS - before.maxRSS;
    if (cpuMs > MOST_CPU_MS) found.push(`seed ${seed}: ${Math.round(cpuMs)} ms of processor time`);
    if (growthKib > MOST_GROWTH_KIB) found.push(`seed ${seed}: ${Math.round(growthKib / 1024)} MiB of memory`);
  }
  return found;
}
