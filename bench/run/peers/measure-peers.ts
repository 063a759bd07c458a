import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Case, Place } from "../measure.ts";
import { writeQuestions } from "../questions.ts";
import { helm } from "./helm.ts";
import { inspect } from "./inspect.ts";
import { lmEval } from "./lm-eval.ts";
import type { Peer } from "./peer.ts";
import { promptfoo } from "./promptfoo.ts";

const PEERS: readonly Peer[] = [helm, lmEval, inspect, promptfoo];

const Usage = z.object({
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  peakMiB: z.number(),
  status: z.int(),
  said: z.string(),
});

export interface PeerPlace extends Omit<Place, "program"> {
  /** The folder with the installed peers. */
  readonly peers: string;
  /** The requests that the server has answered since the last call. */
  readonly answered: () => Promise<number>;
}

const HEAD = `| program | requests | in flight | latency, ms | wall, s | CPU, ms a request | peak of its largest process, MiB |
|---|---|---|---|---|---|---|`;

/** The table of the peers that are installed, or a sentence if none is. A peer that did not ask every question has a sentence instead of a row. */
export async function measurePeers(cases: readonly Case[], place: PeerPlace): Promise<string> {
  const installed = PEERS.filter(({ program }) => existsSync(join(place.peers, program)));
  if (installed.length === 0)
    return `No other program takes part: ${place.peers} lacks ${PEERS.map(({ program }) => program).join(", ")}.`;
  const rows: string[] = [];
  const notes: string[] = [];
  for (const one of cases)
    for (const peer of installed) {
      const { row, note } = await measurePeer(peer, one, place);
      if (row !== undefined) rows.push(row);
      if (note !== undefined) notes.push(note);
    }
  return [[HEAD, ...rows].join("\n"), ...notes].join("\n\n");
}

async function measurePeer(
  peer: Peer,
  one: Case,
  { folder, peers, port, answered }: PeerPlace,
): Promise<{ row?: string; note?: string }> {
  const { requests, concurrency, latencyMs } = one;
  const own = join(folder, "peer");
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  const questions = writeQuestions(folder, requests);
  const { args, env } = peer.prepare({
    ...one,
    ...questions,
    folder: own,
    url: `http://127.0.0.1:${port}/${latencyMs}/v1`,
  });
  await answered();
  const command = [join(import.meta.dirname, "usage_of.py"), resolve(peers, peer.program), ...args];
  const printed = execFileSync("python3", command, { cwd: own, encoding: "utf8", env: { ...process.env, ...env } });
  const { wallSeconds, cpuSeconds, peakMiB, status, said } = Usage.parse(JSON.parse(printed));
  const asked = await answered();
  // a program may ask some questions to try the server
  if (asked < requests)
    return {
      note: `${peer.name} asked ${asked} of ${requests} questions and ended with ${status}: ${said.trim().split("\n").at(-1)}`,
    };
  const cells = [peer.name, requests, concurrency, latencyMs, wallSeconds.toFixed(2)];
  return { row: `| ${[...cells, ((cpuSeconds * 1000) / requests).toFixed(3), Math.round(peakMiB)].join(" | ")} |` };
}
