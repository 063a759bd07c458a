import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { Lambda } from "./lambda.ts";
import { listen } from "./listen.ts";

const Answer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().optional(),
});

/** The limits of a Lambda's response and of API Gateway's request, in bytes. */
const MAX_RESPONSE_BYTES = 6 * 2 ** 20;

/** API Gateway v2 in front of one function: HTTP in, payload format 2.0 to the function. */
export async function startGateway(api: () => Lambda): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const answer = Answer.parse(await api().invoke(await payload(request)));
        const body = Buffer.from(answer.body ?? "", answer.isBase64Encoded === true ? "base64" : "utf8");
        if (body.length > MAX_RESPONSE_BYTES) throw new Error(`the answer has ${body.length} bytes`);
        response.writeHead(answer.statusCode, answer.headers).end(body);
      } catch (error) {
        // API Gateway hides the cause, which is in the function's log only
        response.writeHead(500, { "x-test-cause": encodeURIComponent(String(error).slice(0, 2000)) });
        response.end('{"message":"Internal Server Error"}');
      }
    })();
  });
  return listen(server);
}

async function payload(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
  const body = await buffer(request);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    requestContext: {
      accountId: "000000000000",
      apiId: "test",
      domainName: url.host,
      domainPrefix: "test",
      http: {
        method: request.method,
        path: url.pathname,
        protocol: "HTTP/1.1",
        sourceIp: "127.0.0.1",
        userAgent: "test",
      },
      requestId: crypto.randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: "21/Nov/2026:00:00:00 +0000",
      timeEpoch: Date.now(),
    },
    ...(body.length === 0 ? {} : { body: body.toString("base64") }),
    isBase64Encoded: body.length > 0,
  };
}
