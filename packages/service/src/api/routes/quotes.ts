import { z } from "@hono/zod-openapi";
import { Quote } from "@medhelm/core/money/quote";
import { SubmissionRequest } from "@medhelm/core/submission";
import type { Api } from "../app.ts";
import { MAX_BYTES } from "../guards/max-bytes.ts";
import type { ApiPorts } from "../ports.ts";
import { on } from "../problem.ts";
import { json, securedRoute } from "../secured-route.ts";
import { quoteFor } from "../submissions/submit.ts";

const QuoteView = z.object({ runCount: z.int(), quote: Quote.meta({ id: "Quote" }) }).meta({ id: "SubmissionQuote" });

const quote = securedRoute({
  method: "post",
  path: "/v1/quotes",
  tags: ["submissions"],
  summary: "Estimate the cost of a submission without submitting it",
  description: "The body is that of POST /v1/submissions. Nothing is stored or reserved, and the same refusals apply.",
  scope: "submit",
  maxBodyBytes: MAX_BYTES,
  named: { suite: "suite" },
  request: { body: { required: true, content: json(SubmissionRequest.meta({ id: "SubmissionRequest" })) } },
  responses: {
    200: { description: "The number of runs, and their likely cost.", content: json(QuoteView) },
    422: on[422],
  },
});

export function quotes(app: Api, ports: ApiPorts): void {
  app.openapi(quote, async (c) => {
    const request = c.req.valid("json");
    return c.json(await quoteFor(ports, c.get("principal"), request), 200);
  });
}
