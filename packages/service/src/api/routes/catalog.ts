import { z } from "@hono/zod-openapi";
import { Card } from "@medhelm/core/run/card";
import type { Api } from "../app.ts";
import type { ApiPorts } from "../ports.ts";
import { json, securedRoute } from "../secured-route.ts";

const benchmarks = securedRoute({
  method: "get",
  path: "/v1/benchmarks",
  tags: ["catalog"],
  summary: "List benchmarks",
  request: {},
  responses: {
    200: {
      description: "Every benchmark's card.",
      content: json(z.object({ benchmarks: z.array(Card.meta({ id: "Card" })) })),
    },
  },
});

const models = securedRoute({
  method: "get",
  path: "/v1/models",
  tags: ["catalog"],
  summary: "List models and the deployments that serve them",
  request: {},
  responses: {
    200: {
      description: "Every model.",
      content: json(
        z.object({
          models: z.array(z.object({ name: z.string(), displayName: z.string(), deployments: z.array(z.string()) })),
        }),
      ),
    },
  },
});

export function catalog(app: Api, ports: ApiPorts): void {
  app.openapi(benchmarks, async (c) => c.json({ benchmarks: [...(await ports.catalog.benchmarks())] }, 200));
  app.openapi(models, async (c) => {
    const found = await ports.catalog.models();
    return c.json({ models: found.map((model) => ({ ...model, deployments: [...model.deployments] })) }, 200);
  });
}
