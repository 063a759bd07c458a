/**
 * The largest scenario_state.json, in bytes, that the function aggregates. On two shared cores (bench/aggregate/README.md, 2026-11-21) a megabyte
 * takes 0.12 to 0.2 s of CPU with cheap metrics, and up to 0.3 s more with ROUGE. Reads and writes at S3's usual 80 MB/s add about 0.06 s. 200 MB
 * therefore take 50 to 110 s with the 1.2 cores of a function of 2048 MB, and 300 MB of memory. The function may run for 300 s.
 */
const LARGEST_FOR_A_FUNCTION = 200_000_000;

/** Whether a run with a scenario_state.json of this size needs a job instead of the function. */
export function isLarge(stateBytes: number): boolean {
  return stateBytes > LARGEST_FOR_A_FUNCTION;
}
