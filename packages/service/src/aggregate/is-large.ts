/**
 * Of scenario_state.json. Measured on two shared cores (bench/aggregate/README.md, 2026-11-21): 0.12 to 0.2 s of CPU a megabyte of states
 * with cheap metrics, up to 0.3 s more with ROUGE, and some 0.06 s for reading it twice and writing twice as much at S3's usual 80 MB/s.
 * So 200 MB take 50 to 110 s of the 300 s that the function has, at the 1.2 cores that come with 2048 MB, and 300 MB of memory.
 */
const LARGEST_FOR_A_FUNCTION = 200_000_000;

/** Whether a run with a scenario_state.json of this size needs a job instead of the function. */
export function isLarge(stateBytes: number): boolean {
  return stateBytes > LARGEST_FOR_A_FUNCTION;
}
