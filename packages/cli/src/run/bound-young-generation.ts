import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Keeps V8's young generation from growing beyond about 32 MiB. It grows to 128 MiB within the first thousands of requests otherwise, which are resident for the rest of
 * the run, and takes hardly less CPU time. Node has an option for it, which only its command line can give; V8 reads the factor of the growth each time.
 */
export function boundYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    if (young === undefined || young.space_size < MOST_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    observer.disconnect();
  });
  observer.observe({ entryTypes: ["gc"] });
}
