import type { Api } from "../app.ts";
import type { ApiPorts } from "../ports.ts";

/** Receives uploads to the embedded store's presigned addresses. On AWS these point to S3, so the document omits this route. */
export function uploads(app: Api, ports: ApiPorts): void {
  if (ports.acceptUpload === undefined) return;
  app.put("/v1/uploads/*", (c) => ports.acceptUpload?.(c.req.raw) ?? c.notFound());
}
