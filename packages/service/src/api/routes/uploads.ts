import type { Api } from "../app.ts";
import type { ApiPorts } from "../ports.ts";

/** The embedded store's presigned addresses end here; in the cloud they are S3's own, so this is no part of the document. */
export function uploads(app: Api, ports: ApiPorts): void {
  if (ports.acceptUpload === undefined) return;
  app.put("/v1/uploads/*", (c) => ports.acceptUpload?.(c.req.raw) ?? c.notFound());
}
