import { DEFAULT_MARGIN } from "@medhelm/core/gate/default-margin";
import type { GateRule } from "@medhelm/core/gate/gate-runs";
import { UserError } from "@medhelm/core/user-error";

export interface GateOptions {
  readonly baseline?: string | undefined;
  readonly baselineModel?: string | undefined;
  readonly failUnder?: number | undefined;
  readonly gateOn: GateRule["on"];
}

/** The rule that the options state; undefined if the user wants no gate. @throws UserError for options that contradict one another */
export function gateRule({ baseline, baselineModel, failUnder, gateOn: on }: GateOptions): GateRule | undefined {
  if (baseline === undefined) {
    if (baselineModel !== undefined)
      throw new UserError(`--baseline-model ${baselineModel} has no effect without --baseline; add --baseline`);
    if (failUnder === undefined && on !== "each")
      throw new UserError(`--gate-on ${on} has no effect without --baseline or --fail-under; add one of them`);
    return failUnder === undefined ? undefined : { on, limit: failUnder };
  }
  const limit = failUnder ?? DEFAULT_MARGIN;
  if (limit <= 0 || limit >= 1)
    throw new UserError(
      `--fail-under ${limit}: with --baseline it says how much worse a score may be; give a number between 0 and 1, such as ${DEFAULT_MARGIN}`,
    );
  return { on, limit };
}
