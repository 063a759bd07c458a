/** Some milliseconds of work on small items. */
const ITEMS = 128;

/**
 * Returns a function that a loop over many items awaits once per item. Every 128 items it lets the event loop turn, so that timers, replies and
 * signals have their turn.
 */
export function turns(): () => Promise<void> | undefined {
  let items = 0;
  return () => (++items % ITEMS === 0 ? new Promise<void>((resolve) => setImmediate(resolve)) : undefined);
}
