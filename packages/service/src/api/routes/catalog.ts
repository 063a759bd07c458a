import { createRoute, z } from "@hono/zod-openapi";
import { Card } from "@medhelm/core/run/card";
import type { Api } from "../app.ts";
import type { ApiPorts } from "../ports.ts";
import { on } from "../problem.ts";

const security = [{ bearer: [] }];

const benchmarks = createRoute({
  method: "get",
  path: "/v1/benchmarks",
  tags: ["catalog"],
  summary: "What can be run",
  security,
  responses: {
    200: {
      description: "Every benchmark's card.",
      content: { "application/json": { schema: z.object({ benchmarks: z.array(Card.meta({ id: "Card" })) }) } },
    },
    401: on[401],
    403: on[403],
    429: on[429],
  },
});

const models = createRoute({
  method: "get",
  path: "/v1/models",
  tags: ["catalog"],
  summary: "Models, and the deployments that serve them",
  security,
  responses: {
    200: {
      description: "Every model.",
      content: {
        "application/json": {
          schema: z.object({
            models: z.array(z.object({ name: z.string(), displayName: z.string(), deployments: z.array(z.string()) })),
          }),
        },
      },
    },
    401: on[401],
    403: on[403],
    429: on[429],
  },
});

export function catalog(app: Api, ports: ApiPorts): void {
  app.openapi(benchmarks, async (c) => c.json({ benchmarks: [...(await ports.catalog.benchmarks())] }, 200));
  app.openapi(models, async (c) => {
    const found = await ports.catalog.models();
    return c.json({ models: found.map((model) => ({ ...model, deployments: [...model.deployments] })) }, 200);
  });
}
