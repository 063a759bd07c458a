import { perMinuteOf } from "@medhelm/core/models/minute-limits";
import type { ValuesOf } from "../../terminal/define-command.ts";
import { option } from "../../terminal/option.ts";
import { positiveInt } from "../../terminal/option-values.ts";

/** The limits a minute of each deployment. */
export const minuteOptions = {
  requestsPerMinute: option(
    "n",
    "maximum number of requests to one deployment in any minute; requests_per_minute of model_deployments.yaml has precedence",
    positiveInt.optional(),
  ),
  tokensPerMinute: option(
    "n",
    "maximum number of tokens that one deployment reads and writes in any minute; tokens_per_minute of model_deployments.yaml has precedence",
    positiveInt.optional(),
  ),
};

export const minuteLimitsOf = ({ requestsPerMinute, tokensPerMinute }: ValuesOf<typeof minuteOptions>) =>
  perMinuteOf(requestsPerMinute, tokensPerMinute);
