import { checkedBaseUrl } from "@medhelm/core/models/deployment";
import type { EndpointFlags } from "@medhelm/core/models/resolve-deployment";
import { UserError } from "@medhelm/core/user-error";
import { pickDefined } from "../../terminal/pick-defined.ts";
import type { ModelOptions } from "./model-options.ts";

type EndpointOptions = Pick<
  ModelOptions,
  | "endpoint"
  | "judgeEndpoint"
  | "apiKeyEnv"
  | "modelName"
  | "judgesMayBeCandidate"
  | "offline"
  | "offlineAllow"
  | "trust"
>;

/**
 * The server of --endpoint answers for the judges too, unless --judge-endpoint is given. It never answers as another model: --model-name is the
 * candidate's. The option --trust applies to these servers, to the one of MEDHELM_ENDPOINT and to the candidates. It never applies to a judge of a
 * provider, because that text goes to the provider.
 * @throws UserError for an invalid address or combination
 */
export function endpointFlags(options: EndpointOptions): { candidates: EndpointFlags; judges: EndpointFlags } {
  if (options.endpoint !== undefined) checkedBaseUrl(options.endpoint, "--endpoint");
  if (options.judgeEndpoint !== undefined) checkedBaseUrl(options.judgeEndpoint, "--judge-endpoint");
  if (!options.offline && options.offlineAllow.length > 0)
    throw new UserError(
      `--offline-allow ${options.offlineAllow.join(" ")} has no effect without --offline; add --offline, or leave it out`,
    );
  const candidates = pickDefined(options, ["endpoint", "apiKeyEnv", "modelName", "trust"]);
  const mayBeAnother = options.judgesMayBeCandidate;
  if (options.judgeEndpoint !== undefined)
    return {
      candidates,
      judges: { endpoint: options.judgeEndpoint, isForJudges: true, mayBeAnother, ...pickDefined(options, ["trust"]) },
    };
  const shared = mayBeAnother ? candidates : pickDefined(options, ["endpoint", "apiKeyEnv", "trust"]);
  return {
    candidates,
    judges: {
      ...shared,
      mayBeAnother,
      ...(options.endpoint === undefined && { trust: undefined, trustFromEnv: options.trust }),
    },
  };
}
