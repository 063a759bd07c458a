import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { placeSite, stagedSite } from "./src/build/place-site.ts";
import { copyWithBase } from "./src/build/site-shell.ts";

/** As build-live.ts, with the compiled pages next to this program. */
const [out = "", base = "/"] = process.argv.slice(2);
const stage = await mkdtemp(join(tmpdir(), "medhelm-live-"));
try {
  await copyWithBase(fileURLToPath(new URL("shell/live", import.meta.url)), stagedSite(stage), base);
  await placeSite(stagedSite(stage), resolve(out));
} finally {
  await rm(stage, { recursive: true, force: true });
}
