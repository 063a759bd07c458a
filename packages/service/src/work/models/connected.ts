import type { ModelClient } from "@medhelm/core/ports";
import { withoutSecrets } from "@medhelm/core/models/credentials";
import type { Deployment } from "@medhelm/core/models/deployment";
import { unaskable } from "../answers/pooled-ask.ts";
import type { DeploymentPorts, DeploymentUse } from "./deployment-ports.ts";
import type { ServerLimits } from "./server-limits.ts";

/** A resolved deployment with its client, for one use of a run. */
export interface Connected {
  readonly ports: DeploymentPorts;
  readonly name: string;
  readonly model: string;
  readonly use: DeploymentUse;
  readonly deployment: Deployment;
  readonly client: ModelClient;
  readonly countTokens: ((text: string) => number) | undefined;
  readonly limits: ServerLimits;
}

/** The client of a replay has no key: another job asks the deployment, and this one does not have its secret. Request keys are the same. */
export const connectFor = async (
  { connect }: Pick<DeploymentPorts, "connect">,
  deployment: Deployment,
  isReplay: boolean,
): Promise<ModelClient> =>
  isReplay ? unaskable(deployment, await connect(withoutSecrets(deployment))) : connect(deployment);
