import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { expect, test } from "vitest";
import { fullDisk } from "./full-disk.ts";

const FULL = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
const HOUR_MS = 3_600_000;

/** A disk without space until `free` is called, and what the log says about it, with the time in seconds. */
function watched() {
  const clock = fakeClock();
  const said: string[] = [];
  const space = { isThere: false };
  const disk = fullDisk({
    outputPath: "out",
    log: (level, message) => void said.push(`${clock.monotonicMs() / 1000} ${level} ${message}`),
    clock,
    signal: new AbortController().signal,
    hasSpace: async () => space.isThere,
  });
  return { clock, disk, said, free: () => void (space.isThere = true) };
}

const IS_FULL = "full: jobs and changes wait until somebody frees space";

test("a full disk is in the log at its beginning, again after an hour, and at its end", async () => {
  const { clock, disk, said, free } = watched();
  for (let ms = 0; ms <= HOUR_MS; ms += 5_000) {
    disk.report(FULL);
    await clock.advance(5_000);
  }
  free();
  await clock.advance(60_000);
  disk.report(FULL);
  expect(said).toEqual([
    `0 warn the disk of out is ${IS_FULL}`,
    `3600 warn the disk of out is still ${IS_FULL}`,
    "3615 warn the disk of out has space again: jobs go on",
    `3665 warn the disk of out is ${IS_FULL}`,
  ]);
});

test("a disk that nobody writes to is full until it takes a file", async () => {
  const { clock, disk, said } = watched();
  disk.report(FULL);
  await clock.advance(600_000);
  expect(said).toEqual([`0 warn the disk of out is ${IS_FULL}`]);
});

test("an error of another kind is not the disk's", () => {
  const { disk, said } = watched();
  expect([disk.report(new Error("a bug")), said]).toEqual([false, []]);
});
