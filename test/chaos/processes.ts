import { execFileSync } from "node:child_process";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Process[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, stat, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      if (pid === undefined || parent === undefined || command === undefined || stat?.startsWith("Z") === true)
        return [];
      return [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

/** The children of a stack that run this program, e.g. "worker-main.ts". */
export function childrenOf(stack: number, program: string): number[] {
  return processes()
    .filter(({ parent, command }) => parent === stack && command.includes(program))
    .map(({ pid }) => pid);
}

/** What runs the stack's programs for this output folder, whoever its parent is by now. */
export function programsFor(folder: string): number[] {
  return processes()
    .filter(({ command }) => command.includes("-main.ts") && command.includes(folder))
    .map(({ pid }) => pid);
}

/** Asks every 20 ms until `get` gives something. */
export async function until<T>(what: string, get: () => T | undefined, withinMs: number): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = get();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
