import { UserError } from "@medhelm/core/user-error";
import * as fc from "fast-check";
import { type FuzzWatch, startFuzzWatch } from "./fuzz-watch.ts";

/** `npm run fuzz` has many more inputs. */
const TIMES = Number(process.env["MEDHELM_FUZZ"] ?? 1);
/** Inputs of each kind, for the long form. Absent: a few. */
const INPUTS = process.env["MEDHELM_FUZZ_INPUTS"];
/** A failure prints its seed and its path, with which it repeats. */
const SEED = Number(process.env["MEDHELM_FUZZ_SEED"] ?? 1);
const PATH = process.env["MEDHELM_FUZZ_PATH"];

/** Whether times and memory are measured. */
export const isLong = INPUTS !== undefined;

/** The limits of one input in the long form. The short form measures nothing, because no test of `npm test` asserts a time. */
const MOST_CPU_MS = 1000;
const MOST_GROWTH_KIB = 512 * 1024;
/** An input that takes longer than this, on a machine that is busy too, has no end. */
const ENDLESS_MS = 120_000;

/** The seed and the number of runs of a property that has `count` inputs in the short form. */
export const parametersOf = (
  count: number,
): Pick<fc.Parameters, "seed" | "numRuns" | "path" | "includeErrorInReport"> => ({
  seed: SEED,
  includeErrorInReport: true,
  numRuns: INPUTS === undefined ? count * TIMES : Number(INPUTS),
  ...(PATH !== undefined && { path: PATH }),
});

/**
 * Reads many inputs. Each must have a result or a UserError, and in the long form its time and its memory are limited.
 * @returns fast-check's report with the smallest input that fails, its seed and its path; undefined if none fails
 */
export function fuzz<T>(inputs: fc.Arbitrary<T>, count: number, read: (input: T) => unknown): string | undefined {
  const watch = startWatch();
  const property = fc.property(inputs, (input) => {
    const checkLimits = startLimits(watch);
    try {
      if (read(input) instanceof Promise) throw new Error("the reader returns a promise: use fuzzAsync");
    } catch (error) {
      throwBug(error);
    }
    checkLimits();
  });
  const details = fc.check(property, parametersOf(count));
  watch?.stop();
  return reportOf(details);
}

/** The same for a reader that returns a promise. */
export async function fuzzAsync<T>(
  inputs: fc.Arbitrary<T>,
  count: number,
  read: (input: T) => Promise<unknown>,
): Promise<string | undefined> {
  const watch = startWatch();
  const property = fc.asyncProperty(inputs, async (input) => {
    const checkLimits = startLimits(watch);
    await read(input).catch(throwBug);
    checkLimits();
  });
  const details = await fc.check(property, parametersOf(count));
  watch?.stop();
  return reportOf(details);
}

/** The report of a failure with its stack, or undefined. */
export const reportOf = <T>(details: fc.RunDetails<T>): string | undefined => fc.defaultReportMessage(details);

function throwBug(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}

/** Undefined in the short form, which measures no time. */
export const startWatch = (): FuzzWatch | undefined => (isLong ? startFuzzWatch(SEED, ENDLESS_MS) : undefined);

function startLimits(watch: FuzzWatch | undefined): () => void {
  if (watch === undefined) return () => {};
  watch.next();
  const before = process.resourceUsage();
  return () => {
    const after = process.resourceUsage();
    const cpuMs = (after.userCPUTime - before.userCPUTime) / 1000;
    const growthKib = after.maxRSS - before.maxRSS;
    if (cpuMs > MOST_CPU_MS) throw new Error(`${Math.round(cpuMs)} ms of processor time`);
    if (growthKib > MOST_GROWTH_KIB) throw new Error(`${Math.round(growthKib / 1024)} MiB of memory`);
  };
}
