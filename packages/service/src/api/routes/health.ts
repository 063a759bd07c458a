import { createRoute, z } from "@hono/zod-openapi";
import type { Api } from "../app.ts";
import { on } from "../problem.ts";

const health = createRoute({
  method: "get",
  path: "/v1/health",
  tags: ["service"],
  summary: "Check that the service answers",
  responses: {
    200: {
      description: "The service answers.",
      content: { "application/json": { schema: z.object({ status: z.literal("ok") }) } },
    },
    403: on[403],
    429: on[429],
  },
});

export function healthRoute(app: Api): void {
  app.openapi(health, (c) => c.json({ status: "ok" as const }, 200));
}
