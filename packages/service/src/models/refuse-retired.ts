import type { JudgeSpec } from "@medhelm/core/judge/jury-spec";
import { type Juries, retirementOf } from "@medhelm/core/judge/judges-file";
import type { EndpointFlags } from "@medhelm/core/models/resolve-deployment";
import { UserError } from "@medhelm/core/user-error";

export interface JudgeServing {
  /** an endpoint for every judge, which replaces the providers */
  readonly flags: Pick<EndpointFlags, "endpoint">;
  /** registered deployments: a user who registers a retired model knows where it still runs */
  readonly isRegistered: (deployment: string) => boolean;
}

/**
 * @throws UserError for a judge that its provider has retired by `today` (YYYY-MM-DD) and that no registered deployment
 *   serves
 */
export function refuseRetired(
  judge: Pick<JudgeSpec, "model" | "modelDeployment">,
  juries: Juries,
  { flags, isRegistered }: JudgeServing,
  today: string,
): void {
  if (flags.endpoint !== undefined || isRegistered(judge.modelDeployment)) return;
  const problem = retirementOf(judge, juries, today);
  if (problem !== undefined) throw new UserError(problem);
}
