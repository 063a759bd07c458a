import type { Metric } from "./metric-text.ts";

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>;

interface CountedRequests {
  readonly fetch: Fetch;
  metrics(): Metric[];
}

/** Counts the answers of a server by method and status, and adds up the time until each answer's headers. */
export function countedRequests(fetch: Fetch, monotonicMs: () => number): CountedRequests {
  const counts = new Map<string, number>();
  let totalMs = 0;
  const add = (method: string, status: string, startMs: number): void => {
    const key = `${method} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    totalMs += monotonicMs() - startMs;
  };
  return {
    async fetch(request, env) {
      const startMs = monotonicMs();
      try {
        const response = await fetch(request, env);
        add(methodOf(request), String(response.status), startMs);
        return response;
      } catch (error) {
        add(methodOf(request), "error", startMs);
        throw error;
      }
    },
    metrics: () => [
      {
        name: "medhelm_http_requests_total",
        help: "Answered HTTP requests by method and status.",
        type: "counter",
        samples: [...counts].map(([key, value]) => {
          const [method = "", status = ""] = key.split(" ");
          return { labels: { method, status }, value };
        }),
      },
      {
        name: "medhelm_http_request_seconds_total",
        help: "Time of all HTTP requests until the headers of their answers.",
        type: "counter",
        samples: [{ value: totalMs / 1000 }],
      },
    ],
  };
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);

/** A client may send any word as a method, so the others share a label. */
const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : "other");
