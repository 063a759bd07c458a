import type { JudgeLabel } from "@medhelm/core/release/pages/page-instances";
import type { Assembly } from "@medhelm/core/run/assembly";

/** The part of an assembly that is known before the first answer. */
export type RunHead = Pick<
  Assembly,
  | "suite"
  | "run"
  | "benchmark"
  | "model"
  | "modelDeployment"
  | "access"
  | "mainMetric"
  | "mainSplit"
  | "mainRange"
  | "cluster"
  | "stratum"
  | "tokenizer"
  | "groups"
> & { readonly judges: readonly (JudgeLabel & Pick<Assembly["judges"][number], "name" | "sameFamily">)[] };
