/** Sizes of the growing part of a text. The last two are compared. */
const FIRST = 4000;
const LAST = 64_000;
/** Shorter times are mostly noise, and longer ones need no larger size. */
const LEAST_MS = 100;
const ENOUGH_MS = 1000;
/** Twice the length takes twice as long, and four times with a quadratic rule. */
const MOST = 3;

/** Milliseconds of processor time of this process. */
function cpuMsOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How much longer `read` takes for a text of twice the length, if that is more than linear time explains; otherwise undefined. Only the long form of
 * the tests calls it, because no other test measures a time.
 */
export function growthOf(read: (text: string) => unknown, textOf: (length: number) => string): string | undefined {
  const timeOf = (length: number): number => {
    const text = textOf(length);
    return cpuMsOf(() => read(text));
  };
  timeOf(FIRST); // the first call compiles
  let [before, now] = [0, timeOf(FIRST)];
  for (let length = 2 * FIRST; length <= LAST; length *= 2) {
    [before, now] = [now, timeOf(length)];
    if (now < ENOUGH_MS && length < LAST) continue;
    if (now < LEAST_MS || now <= MOST * before) return undefined;
    // other processes and garbage only make one slower
    const [half, whole] = [length / 2, length].map((one) => Math.min(timeOf(one), timeOf(one)));
    const ratio = (whole ?? 0) / (half ?? 1);
    return ratio <= MOST
      ? undefined
      : `${Math.round(whole ?? 0)} ms for ${length} characters, ${ratio.toFixed(1)} times as long as for half of them`;
  }
  return undefined;
}
