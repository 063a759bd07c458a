import type { MiddlewareHandler } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Api, ApiEnv } from "./app.ts";
import { about } from "./audit/audit.ts";
import { routeTemplate } from "./audit/logged.ts";
import { namesInPath } from "./audit/named.ts";
import { problemResponse, Refusal } from "./problem.ts";

/** Answers 405 to a call whose path has routes for other methods only, and names what its path concerns. */
export const wrongMethod = (app: Api): MiddlewareHandler<ApiEnv> =>
  methodNotAllowed<ApiEnv>({
    app,
    onMethodNotAllowed: (c, methods) => {
      const [method = "GET"] = methods;
      const route = app.router.match(method, c.req.path)[0].at(-1)?.[0][1];
      if (route !== undefined) c.set("otherMethods", route.path);
      about(c, namesInPath(routeTemplate(c), c.req.path));
      c.header("Allow", methods.join(", "));
      const sentence = `${c.req.path} takes ${methods.join(", ")}, not ${c.req.method}.`;
      return problemResponse(c, new Refusal("method-not-allowed", sentence));
    },
  });
