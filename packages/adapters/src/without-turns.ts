const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Does work that takes seconds without a turn of the event loop, so that no listener could handle a signal. Meanwhile the signals end the process at once,
 * as they do without listeners. All stored work is kept, as after a SIGKILL.
 */
export function withoutTurns<T>(work: () => T): T {
  const listeners = SIGNALS.map((name) => [name, process.listeners(name)] as const);
  for (const name of SIGNALS) process.removeAllListeners(name);
  try {
    return work();
  } finally {
    for (const [name, all] of listeners) for (const listener of all) process.on(name, listener);
  }
}
