import { createRoute, type RouteConfig, type z } from "@hono/zod-openapi";
import type { Scope } from "@medhelm/core/service-conf";
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "./app.ts";
import { namedInBody } from "./audit/audit.ts";
import { INDEXED, jsonBody, requires, shortBody } from "./guards/guards.ts";
import type { Kind } from "./audit/named.ts";
import { on } from "./problem.ts";

interface SecuredRoute<Path extends string, Request, Responses> {
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: Path;
  readonly tags: string[];
  readonly summary: string;
  readonly description?: string;
  /** The scope that the caller's API key needs; absent: any valid key. */
  readonly scope?: Scope;
  /** The route takes a JSON body of at most this many bytes; absent: it takes no body. */
  readonly maxBodyBytes?: number;
  /** The fields of the body that name objects, for the audit trail. */
  readonly named?: Readonly<Record<string, Kind>>;
  readonly request: Request;
  /** The answers of this route only. A problem that is listed here replaces the common one of the same status. */
  readonly responses: Responses;
}

/**
 * A route that needs an API key. Its document lists the problems that such a route can answer. 401, 403 and 429 are always there. A route that needs
 * the index has 503, and one with parameters or a body has 400. One whose path names an object has 404, and one with a body has 413 and 415.
 */
export function securedRoute<
  Path extends string,
  const Request extends NonNullable<RouteConfig["request"]>,
  const Responses extends RouteConfig["responses"],
>({ scope, maxBodyBytes, named, responses, ...route }: SecuredRoute<Path, Request, Responses>) {
  const middleware: MiddlewareHandler<ApiEnv>[] = [
    ...(maxBodyBytes === undefined ? [] : [shortBody(maxBodyBytes)]),
    ...(named === undefined ? [] : [namedInBody(named)]),
    ...(scope === undefined ? [] : [requires(scope)]),
    ...(maxBodyBytes === undefined ? [] : jsonBody()),
  ];
  return createRoute({
    ...route,
    security: [{ bearer: [] }],
    middleware,
    responses: {
      ...(Object.keys(route.request).length === 0 ? {} : { 400: on[400] }),
      401: on[401],
      403: on[403],
      ...(route.path.includes("{") ? { 404: on[404] } : {}),
      ...(maxBodyBytes === undefined ? {} : { 413: on[413], 415: on[415] }),
      429: on[429],
      ...(INDEXED.test(route.path) ? { 503: on[503] } : {}),
      ...responses,
    },
  });
}

/** JSON content of a request or response, for a route's document. */
export const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });
