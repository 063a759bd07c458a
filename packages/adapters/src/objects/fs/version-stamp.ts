import { type BigIntStats, utimesSync } from "node:fs";

/**
 * `stamp` gives every version of a key a later mtime. The kernel's own mtime cannot distinguish two writes, because it advances in
 * steps of up to 4 ms and inode numbers are reused at once. Nor can ctime, because a backup's hard link or a chmod changes it.
 */
export const etagOf = (stats: BigIntStats): string =>
  `"${stats.mtimeNs.toString(36)}-${stats.ino.toString(36)}-${stats.size}"`;

/** Unix µs of the latest stamp of this process, so that no stamp is used twice. */
let lastStamp = 0;

/**
 * Sets the mtime to the current time, or to two microseconds after the old version and the last stamp if those are not earlier. (One
 * microsecond could be lost: a double of this size is exact to a quarter of one.) It ignores a time more than a second ahead, because
 * another program wrote that file. The random microseconds distinguish two processes that write a key which is deleted in between.
 */
export function stamp(upload: string, current: BigIntStats | undefined, nowMs: number): void {
  const now = nowMs * 1000 + Math.floor(Math.random() * 1000);
  let micros = now;
  for (const earlier of [lastStamp, current === undefined ? 0 : Number(current.mtimeNs / 1000n)])
    if (earlier >= micros && earlier < now + 1_000_000) micros = earlier + 2;
  lastStamp = micros;
  utimesSync(upload, micros / 1e6, micros / 1e6);
}
