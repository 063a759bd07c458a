import type { JudgeSpec } from "@medhelm/core/judge/jury-spec";
import type { Juries } from "@medhelm/core/judge/judges-file";
import type { ModelClient } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelRegistry } from "@medhelm/core/run/spec/expand";
import type { ProdEnv } from "@medhelm/core/models/prod-env";

/**
 * The models that this process knows: on a laptop from prod_env and the command line, on AWS from the service's
 * configuration alone.
 */
export interface Models {
  readonly registry: ModelRegistry;
  readonly prodEnv: ProdEnv;
  /** The named juries of the tool. */
  juries(): Promise<Juries>;
  /** @throws UserError if nothing serves the deployment */
  resolve(deployment: string, model: string, role: "candidate" | "judge", signal?: AbortSignal): Promise<Deployment>;
  /** @throws UserError for a judge that its provider has retired, before any request */
  requireServing(judge: Pick<JudgeSpec, "model" | "modelDeployment">): Promise<void>;
  connect(deployment: Deployment): Promise<ModelClient>;
}
