import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PRIVATE_REPORT_FLAGS } from "@medhelm/core/private-report-flags";
import type { Env, Hono } from "hono";
import { docsProgram, packedDocs } from "../../packaged.ts";
import { pageEnvironment } from "../settings/page-environment.ts";
import { staticFiles } from "./static-files.ts";

const DOCS = "/docs/";

/** Serves the documentation under /docs/. A checkout builds it at the first request. */
export function serveDocs<E extends Env>(app: Hono<E>): void {
  let folder: Promise<string> | undefined;
  app.get("/docs", (c) => c.redirect(DOCS));
  app.get(`${DOCS}*`, async (c, next) => {
    folder ??= docsFolder();
    folder.catch(() => (folder = undefined)); // the next request tries again
    return staticFiles({ root: await folder, prefix: DOCS, notFoundPage: () => "" })(c, next);
  });
}

async function docsFolder(): Promise<string> {
  if (packedDocs !== undefined) return packedDocs;
  const env = pageEnvironment(process.env);
  const { stdout } = await promisify(execFile)(process.execPath, [...PRIVATE_REPORT_FLAGS, docsProgram], { env });
  return stdout.trim();
}
