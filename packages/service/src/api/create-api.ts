import { type Api, newApp } from "./app.ts";
import { audited } from "./audit/audit.ts";
import { authenticated, edgeGuard, hostGuard, indexBuilt, openLimit } from "./guards/guards.ts";
import { logged } from "./audit/logged.ts";
import type { ApiPorts } from "./ports.ts";
import { problemResponse, Refusal, refusalOf } from "./problem.ts";
import { catalog } from "./routes/catalog.ts";
import { deadLetters } from "./routes/dead-letters.ts";
import { submissionEvents } from "./routes/events.ts";
import { healthRoute } from "./routes/health.ts";
import { inputs } from "./routes/inputs.ts";
import { keys } from "./routes/keys.ts";
import { quotes } from "./routes/quotes.ts";
import { reference } from "./routes/reference.ts";
import { releases } from "./routes/releases.ts";
import { runs } from "./routes/runs.ts";
import { suites } from "./routes/suites.ts";
import { submissions } from "./routes/submissions.ts";
import { uploads } from "./routes/uploads.ts";
import { usage } from "./routes/usage.ts";
import { wrongMethod } from "./wrong-method.ts";

/** Paths that need no API key: they contain no owner's data, or the address itself is the credential. */
const OPEN = /^\/v1\/(health$|uploads\/)/;
const isOpen = (path: string): boolean => OPEN.test(path) || !path.startsWith("/v1/");

/** Creates the HTTP API over ports. functions/api/entry.ts wires them for AWS, the embedded stack for a laptop. */
export function createApi(ports: ApiPorts): Api {
  const app = newApp();
  app.onError((error, c) => problemResponse(c, refusalOf(error, c, ports)));
  app.notFound((c) => problemResponse(c, new Refusal("not-found", `There is nothing at ${c.req.path}.`)));

  app.use(async (c, next) => {
    await next();
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.use("/v1/*", logged(ports));
  app.use(audited(ports));
  if (ports.edgeKeys !== undefined) app.use(edgeGuard(ports.edgeKeys), openLimit(ports, isOpen));
  app.use(wrongMethod(app));
  if (ports.allowedOrigins !== undefined) app.use(hostGuard(ports.allowedOrigins));
  const authenticate = authenticated(ports);
  app.use("/v1/*", (c, next) => (isOpen(c.req.path) ? next() : authenticate(c, next)));

  app.use("/v1/*", indexBuilt(ports));

  uploads(app, ports);
  inputs(app, ports);
  submissions(app, ports);
  quotes(app, ports);
  submissionEvents(app, ports);
  runs(app, ports);
  suites(app, ports);
  releases(app, ports);
  keys(app, ports);
  usage(app, ports);
  deadLetters(app, ports);
  catalog(app, ports);
  healthRoute(app);
  reference(app);
  return app;
}
