import { rm } from "node:fs/promises";
import { writingTo } from "@medhelm/core/writing-to";
import { temporaryFolder } from "@medhelm/adapters/temporary-folder";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { Hono } from "hono";
import { freePort, listen } from "../http/listen.ts";
import { ownerSite } from "./owner-site.ts";
import { readLeaderboard, type Shown } from "./read-leaderboard.ts";
import { thisHostOnly } from "../http/this-host-only.ts";

/** Serves the site of a suite or release on 127.0.0.1. It has the text of every run, because only the owner of the runs reads it here. */
export async function serveLeaderboard(options: {
  readonly ports: ReleasePorts;
  readonly shown: Shown;
  readonly port: number;
  readonly notice: (text: string) => void;
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { ports, shown, notice } = options;
  const leaderboard = await readLeaderboard(ports, shown, notice);
  const stage = await temporaryFolder("site");
  try {
    notice(`building the pages of ${shown.kind} ${shown.name}`);
    const pages = await writingTo(stage, () => ownerSite({ objects: ports.objects, leaderboard, stage, base: "/" }));
    const port = await freePort(options.port);
    const server = await listen(app(pages, port).fetch, port);
    return {
      url: `http://127.0.0.1:${port}/`,
      async close() {
        await server.close();
        await rm(stage, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    throw error;
  }
}

function app(pages: Hono, port: number): Hono {
  const site = new Hono();
  site.use(thisHostOnly(port));
  return site.route("/", pages);
}
