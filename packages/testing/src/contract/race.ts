import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("race-program.ts", import.meta.url));

export interface RaceResult {
  /** each value that a process wrote to the counter, in any order */
  readonly counted: readonly number[];
  /** each key that a process created, in any order */
  readonly created: readonly string[];
}

/**
 * Lets three processes race over a store or an index. A fourth is killed in the middle and must leave no lock. `place` is a path,
 * or for s3 the bucket and the options of awsClients, as JSON.
 */
export async function race(
  kind: "fs" | "sqlite" | "s3" | "index",
  place: string,
  steps: number,
  log: string,
): Promise<RaceResult> {
  const run = (many: number) =>
    spawn(process.execPath, [program, kind, place, String(many), log], { stdio: "inherit" });
  const ends = (child: ReturnType<typeof run>) =>
    new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const victim = run(1_000_000);
  const killed = ends(victim);
  while (linesOf(log).length < 20) await sleep(5);
  const finished = Array.from({ length: 3 }, () => ends(run(steps)));
  await sleep(100);
  victim.kill("SIGKILL");
  await killed;
  const codes = await Promise.all(finished);
  if (codes.some((code) => code !== 0)) throw new Error(`the processes exited with ${codes.join(", ")}`);
  const lines = linesOf(log);
  return {
    counted: lines.filter((line) => line.startsWith("n ")).map((line) => Number(line.split(" ")[1])),
    created: lines.filter((line) => line.startsWith("once/")).map((line) => line.split(" ")[0] ?? ""),
  };
}

function linesOf(file: string): string[] {
  return readFileSync(file, { encoding: "utf8", flag: "a+" })
    .split("\n")
    .filter((line) => line !== "");
}
