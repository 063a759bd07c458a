// CloudFront before the API: its address, its domain, and the firewall. The gateway has an address of its own; there the API refuses
// every request, because only CloudFront knows the key.
//
// The routes are inline, although sst advises `route()`. That function has one cache rule for all paths. It also sends a request without a route to a
// host of sst, with the keys of the API and of the caller.
import { EDGE_HEADERS } from "@medhelm/core/edge-headers";
import { api, apiFunction } from "./api.ts";
import { CACHING_DISABLED, cachedForAMinute } from "./cache-policies.ts";
import { service } from "./conf.ts";
import { domainOf } from "./domain.ts";
import { sentEdgeKey } from "./edge-key.ts";

/** The function of the API ends after 29 seconds. */
const READ_TIMEOUT_S = 30;

const edge = {
  viewerRequest: { injection: `  event.request.headers["${EDGE_HEADERS.viewer}"] = { value: event.viewer.ip };` },
};
const ofApi = { url: api.url, edge };

/**
 * CloudFront keeps an error for ten seconds, also where it keeps nothing else, and would answer one caller with the error of another. These are
 * the codes that it keeps.
 */
const uncachedErrors = [404, 414, 500, 501, 502, 503, 504].map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 }));

const { firewall } = service;
const waf =
  firewall === undefined
    ? {}
    : {
        waf: {
          rateLimitPerIp: firewall.requestsPerAddress,
          managedRules: {
            coreRuleSet: firewall.managedRules,
            knownBadInputs: firewall.managedRules,
            sqlInjection: firewall.managedRules,
          },
        },
      };

export const apiEdge = new sst.aws.Router("ApiEdge", {
  ...domainOf(service.domains.api),
  ...waf,
  routes: {
    // what the API answers to everybody
    "/reference": { ...ofApi, cachePolicy: cachedForAMinute.id },
    "/openapi.json": { ...ofApi, cachePolicy: cachedForAMinute.id },
    "/*": { ...ofApi, cachePolicy: CACHING_DISABLED },
  },
  transform: {
    cdn: (cdn) => {
      cdn.customErrorResponses = uncachedErrors;
      // the function's address makes CloudFront change after it: the API accepts a new key before CloudFront sends it
      cdn.origins = $util.all([$output(cdn.origins), apiFunction.arn]).apply(([origins]) =>
        origins.map((origin) => ({
          ...origin,
          customHeaders: [{ name: EDGE_HEADERS.key, value: sentEdgeKey }],
          customOriginConfig: origin.customOriginConfig && {
            ...origin.customOriginConfig,
            originReadTimeout: READ_TIMEOUT_S,
          },
        })),
      );
    },
  },
});
