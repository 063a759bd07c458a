import { setTimeout as sleep } from "node:timers/promises";

/** Ends a wait that lasts longer than any slow machine needs, with a sentence in place of the test's bare timeout. */
const PATIENCE_MS = process.env["MEDHELM_CHAOS"] === undefined ? 120_000 : 900_000;

/** Calls `get` every 20 ms until it returns a value. */
export async function until<T>(what: string, get: () => T | undefined): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = get();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
    await sleep(20);
  }
}
