import type { Deployment } from "../models/deployment.ts";

/**
 * Whether a limit in dollars cannot hold for the deployment. Built-in models are free, and the machines of served ones are charged by
 * the hour. Any other model may cost something, a server on this machine too: it may pass requests on to a provider.
 */
export const needsPrice = ({ price, served, client }: Pick<Deployment, "price" | "served" | "client">): boolean =>
  price === undefined && served === undefined && !(client.kind === "builtin" && client.isPlugin !== true);
