import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MOST_YOUNG_BYTES = 16 * 1024 * 1024;
/** As much as the start of a run takes. A smaller process has little garbage, and would take more CPU time. */
const LARGE_BYTES = 120 * 1024 * 1024;

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;

/** Reading it opens a file of the system, which fails in a process that has too many open files. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

const BOUNDS = [
  { isDue: () => youngBytes() >= MOST_YOUNG_BYTES, flag: "--semi-space-growth-factor=1" },
  { isDue: () => residentBytes() >= LARGE_BYTES, flag: "--heap-growing-percent=50" },
];

/** The compiler of the client's HTTP parser takes 25 MiB, of which 12 stay resident, and makes a reply faster by a microsecond. */
const PLAIN_WASM = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];

/**
 * Keeps V8 from holding much more memory than the objects in use need. V8 reads these flags each time that it resizes a generation or compiles, and Node has
 * options for them, which only its command line can give.
 *
 * The young generation stays at about 16 MiB. Otherwise it grows to 128 MiB within the first thousands of requests and stays resident for the rest of
 * the run, with hardly less CPU time. V8 collects the old generation at one and a half times the size that the last collection left, instead of up to
 * four times.
 */
export function boundHeap(): void {
  for (const flag of PLAIN_WASM) setFlagsFromString(flag);
  let waiting = BOUNDS;
  const observer = new PerformanceObserver(() => {
    const due = new Set(waiting.filter(({ isDue }) => isDue()));
    for (const { flag } of due) setFlagsFromString(flag);
    waiting = waiting.filter((bound) => !due.has(bound));
    if (waiting.length === 0) observer.disconnect();
  });
  observer.observe({ entryTypes: ["gc"] });
}
