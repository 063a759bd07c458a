import { service } from "./conf.ts";

/**
 * CloudFront adds the first key to each request to the API, which accepts all of them and refuses requests without one. Two keys are for the
 * deploy that changes the key. The state of the deployment keeps them encrypted.
 * sst makes no random secret; its Secret has a value that a person sets.
 */
const keys = service.edgeKeys.map(
  // the first key has no number, because the services of earlier versions have it
  (n) => new random.RandomPassword(n === 1 ? "EdgeKey" : `EdgeKey${n}`, { length: 48, special: false }).result,
);

export const edgeKeys = $util.all(keys).apply((all) => all.join(","));
export const sentEdgeKey = $util.all(keys).apply(([first = ""]) => first);
