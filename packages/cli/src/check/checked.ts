import { UserError } from "@medhelm/core/user-error";

export interface Checked {
  readonly kind: string;
  /** the content, one line per item */
  readonly found: readonly string[];
}

/** For help and messages. */
export const CHECKED_KINDS =
  "a .conf of run entries or keys, a benchmark's YAML (prompt_file, dataset_file, metrics), a prompt (.txt), data (.csv, .jsonl), judges or juries, model_deployments.yaml, model_metadata.yaml, a schema (run_groups), service.yaml, gpu_classes.yaml, a plugin, run_spec.json, scenario_state.json, manifest.json, a run folder";

export const notCheckable = (path: string): UserError =>
  new UserError(`${path}: this kind of file cannot be checked; name one of: ${CHECKED_KINDS}`);
