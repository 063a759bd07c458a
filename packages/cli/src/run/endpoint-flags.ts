import { checkedBaseUrl } from "@medhelm/core/models/deployment";
import type { EndpointFlags } from "@medhelm/core/models/resolve-deployment";
import type { ModelOptions } from "./model-options.ts";
import { pickDefined } from "../terminal/pick-defined.ts";

type EndpointOptions = Pick<ModelOptions, "endpoint" | "judgeEndpoint" | "apiKeyEnv" | "modelName">;

/** --endpoint answers for the judges too, unless --judge-endpoint is given. @throws UserError for an invalid address */
export function endpointFlags(options: EndpointOptions): { candidates: EndpointFlags; judges: EndpointFlags } {
  if (options.endpoint !== undefined) checkedBaseUrl(options.endpoint, "--endpoint");
  if (options.judgeEndpoint !== undefined) checkedBaseUrl(options.judgeEndpoint, "--judge-endpoint");
  const candidates = pickDefined(options, ["endpoint", "apiKeyEnv", "modelName"]);
  return { candidates, judges: options.judgeEndpoint === undefined ? candidates : { endpoint: options.judgeEndpoint } };
}
