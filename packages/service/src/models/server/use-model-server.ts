import type { ModelClient } from "@medhelm/core/ports";
import { type Deployment, SERVED_URL } from "@medhelm/core/models/deployment";
import type { Models } from "../models.ts";

/**
 * Directs requests for a served deployment to this job's model server. Request keys keep the address that all jobs use,
 * so that another job, or a job without a server, finds the same answers.
 */
export function useModelServer(models: Models, baseUrl: string): Models {
  return {
    ...models,
    async connect(deployment) {
      const { client, served } = deployment;
      if (served === undefined || client.kind === "builtin" || client.baseUrl !== SERVED_URL)
        return models.connect(deployment);
      const here: Deployment = { ...deployment, client: { ...client, baseUrl } };
      const connected = await models.connect(here);
      return { ...connected, endpoint: SERVED_URL + connected.endpoint.slice(baseUrl.length) } satisfies ModelClient;
    },
  };
}

/** "http://127.0.0.1:8000" and "http://127.0.0.1:8000/v1/" are the same server. */
export const serverBaseUrl = (url: string): string => {
  const plain = url.replace(/\/+$/, "");
  return plain.endsWith("/v1") ? plain : `${plain}/v1`;
};
