import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@medhelm/adapters/temporary-folder";
import type { LiveView } from "@medhelm/core/release/live-view";
import { PRIVATE_REPORT_FLAGS } from "@medhelm/core/private-report-flags";
import { keys } from "@medhelm/core/store/object-keys";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import type { Api } from "@medhelm/service/api/app";
import { about } from "@medhelm/service/api/audit/audit";
import type { Principal } from "@medhelm/service/api/ports";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import type { Hono } from "hono";
import { liveProgram } from "../../packaged.ts";
import { ownerSite } from "../site/owner-site.ts";
import { readLeaderboard } from "../site/read-leaderboard.ts";
import { SECURITY_HEADERS, staticFiles } from "../site/static-files.ts";
import { LIVE, requireLiveKey } from "./live-key.ts";
import { pageEnvironment } from "../settings/page-environment.ts";
import { liveTable, withTable } from "./live-page.ts";
import { liveReleases, liveSubmissions, type ReadApi } from "./live-view.ts";

interface LivePorts {
  readonly ports: ReleasePorts;
  readonly url: string;
  readonly token: string;
  /** the caller of the API who has the token */
  readonly owner: Principal;
  readonly key: string;
  readonly notice: (text: string) => void;
}

/**
 * Serves the owner's pages of the stack: the runs in progress, and each release with the text of every run. They need the key, and the host guard of
 * the API keeps other hosts and other origins out. No page is built before its first request.
 */
export function serveLive(app: Api, { ports, url, token, owner, key, notice }: LivePorts) {
  const { objects } = ports;
  const stages: Promise<string>[] = [];
  const newStage = (): Promise<string> => {
    const stage = temporaryFolder("live");
    stages.push(stage);
    return stage;
  };
  const [pages, sites] = [once<string>(), once<Hono>()];
  const call = (path: string, method = "GET") =>
    app.fetch(new Request(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } }));
  const read: ReadApi = async (path, schema) => {
    const response = await call(path);
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
    return schema.parse(await response.json());
  };
  const view = async (): Promise<LiveView> => {
    return {
      formatVersion: 1,
      at: new Date(ports.clock.nowMs()).toISOString(),
      submissions: await liveSubmissions(read),
      releases: (await liveReleases(read)).map((name) => ({ name, path: `${LIVE}r/${name}/` })),
    };
  };
  const page = () =>
    pages("page", async () => {
      const root = join(await newStage(), "site");
      await buildLivePage(root);
      return root;
    });
  const release = (name: string, etag: string) =>
    sites(`${name} ${etag}`, async () => {
      notice(`building the pages of release ${name} with the text of its private runs`);
      const leaderboard = await readLeaderboard(ports, { kind: "release", name }, notice);
      return ownerSite({ objects, leaderboard, stage: await newStage(), base: `${LIVE}r/${name}/` });
    });

  app.use(`${LIVE}*`, requireLiveKey(key));
  app.get(LIVE, async (c) => {
    const { at, submissions } = await view();
    const built = await readFile(join(await page(), "index.html"), "utf8");
    const headers = { ...SECURITY_HEADERS, "Cache-Control": "no-store" };
    return c.html(withTable(built, at, await liveTable(submissions)), 200, headers);
  });
  app.get(`${LIVE}state.json`, async (c) => c.json(await view(), 200, { "Cache-Control": "no-store" }));
  app.post(`${LIVE}cancel/:id`, async (c) => {
    const { status } = await call(`/v1/submissions/${encodeURIComponent(c.req.param("id"))}/cancel`, "POST");
    return c.json({ status }, status === 202 ? 200 : 404);
  });
  app.get(`${LIVE}r/:release/*`, async (c) => {
    const name = FolderName.safeParse(c.req.param("release")).data;
    const stored = name === undefined ? undefined : await objects.head(keys.releaseFile(name, "leaderboard.json"));
    if (name === undefined || stored === undefined) return c.notFound();
    const file = c.req.path.split("/data/")[1];
    if (file !== undefined) {
      about(c, { release: name, file });
      c.set("principal", owner);
      c.set("readsHeldText", true);
    }
    return (await release(name, stored.etag)).fetch(c.req.raw);
  });
  app.get(`${LIVE}*`, async (c, next) =>
    staticFiles({ root: await page(), prefix: LIVE, notFoundPage: () => "index.html" })(c, next),
  );
  return {
    async close(): Promise<void> {
      for (const stage of stages) await rm(await stage, { recursive: true, force: true });
    },
  };
}

/** Calls `make` once for each key. A call that failed is made again at the next request. */
function once<V>(): (key: string, make: () => Promise<V>) => Promise<V> {
  const made = new Map<string, Promise<V>>();
  return (key, make) => {
    const making = made.get(key) ?? make();
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
}

async function buildLivePage(out: string): Promise<void> {
  const child = spawn(process.execPath, [...PRIVATE_REPORT_FLAGS, liveProgram, out, LIVE], {
    env: pageEnvironment(process.env),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-4000)));
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new UserError(errors.trim());
}
