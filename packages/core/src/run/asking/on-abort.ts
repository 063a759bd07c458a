/** The calls that wait for a signal. Many requests wait for the same signal, and an EventTarget compares each new listener with all others. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `stop` when the signal aborts; without a signal never. @returns a function that ends the waiting */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const known = waiting.get(signal);
  const calls = known ?? new Set();
  if (known === undefined) {
    waiting.set(signal, calls);
    signal.addEventListener(
      "abort",
      () => {
        for (const call of calls) call();
      },
      { once: true },
    );
  }
  const call = () => stop(); // one entry for each caller, also of the same function
  calls.add(call);
  return () => void calls.delete(call);
}
