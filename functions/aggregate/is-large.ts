const LARGEST_FOR_A_FUNCTION = 150_000_000;

/** Whether a run with a scenario_state.json of this size is left to a job. */
export function isLarge(stateBytes: number): boolean {
  return stateBytes > LARGEST_FOR_A_FUNCTION;
}
