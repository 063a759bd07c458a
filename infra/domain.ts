import type { Domain } from "../packages/core/src/service-conf.ts";

/** A domain for a Router of sst. A domain with a certificate may be in any DNS, so the operator points it to the distribution. */
export const domainOf = (domain: Domain | undefined) => {
  if (domain === undefined) return {};
  const { name, certificate } = domain;
  return { domain: certificate === undefined ? { name } : { name, dns: false as const, cert: certificate } };
};
