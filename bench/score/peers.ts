import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Pair } from "../made-texts.ts";

const Peers = z.object({
  rows: z.array(z.object({ metric: z.string(), program: z.string(), instances: z.int(), perCpuSecond: z.number() })),
  notes: z.array(z.string()),
});

/** The rates of Python's packages on the same pairs, with a note on each that is not installed. */
export function measurePeers(python: string, pairs: readonly Pair[], instances: number): z.infer<typeof Peers> {
  if (!existsSync(python)) return { rows: [], notes: [`Python's packages take no part: there is no ${python}.`] };
  const folder = mkdtempSync(join(tmpdir(), "medhelm-bench-score-"));
  try {
    const file = join(folder, "pairs.json");
    writeFileSync(file, JSON.stringify(pairs));
    const child = spawnSync(python, [join(import.meta.dirname, "peers.py"), file, String(instances)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (child.status !== 0) throw new Error(`bench/score/peers.py ended with ${child.signal ?? child.status}.`);
    return Peers.parse(JSON.parse(child.stdout));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
