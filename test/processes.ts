import { execFileSync } from "node:child_process";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All processes of this machine except zombies and this listing. */
function processes(): Process[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, stat, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      if (pid === undefined || parent === undefined || command === undefined) return [];
      if (stat?.startsWith("Z") === true || command.startsWith("ps ")) return [];
      return [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

/** The command lines that name a folder. Each child of a stack gets its settings file as an argument. */
export function processesNaming(folder: string): string[] {
  return processes()
    .map(({ command }) => command)
    .filter((command) => command.includes(folder));
}

/** The children of a stack that run this program, e.g. "worker-main". */
export function childrenOf(stack: number, program: string): number[] {
  return processes()
    .filter(({ parent, command }) => parent === stack && command.includes(program))
    .map(({ pid }) => pid);
}

/** The processes that run the stack's programs for this output folder, orphans included. */
export function programsFor(folder: string): number[] {
  return processes()
    .filter(({ command }) => /-main\.m?[tj]s/.test(command) && command.includes(folder))
    .map(({ pid }) => pid);
}
