import type { Api } from "../app.ts";
import { openApiDocument } from "../document/document.ts";
import { referencePage } from "../document/reference-page.ts";

export function reference(app: Api): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.get("/openapi.json", (c) => c.json(openApiDocument(app)));
  app.get("/reference", (c) => {
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
    return c.html(referencePage(openApiDocument(app)));
  });
}
