import { type Deployment, hostOrganization } from "./deployment.ts";

/** The deployments that a service may ask: those that it serves itself, and those of its providers. Without a list: all. */
export const ofProviders = (
  deployments: readonly Deployment[],
  providers: readonly string[] | undefined,
): readonly Deployment[] =>
  providers === undefined
    ? deployments
    : deployments.filter(({ name, served }) => served !== undefined || providers.includes(hostOrganization(name)));
