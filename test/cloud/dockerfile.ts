import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A Dockerfile's instructions in order: remarks dropped, lines joined. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  return lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name, rest }];
  });
}

/** ["node", "x"] of ENTRYPOINT or CMD. @throws where it is no JSON array: a shell would stand in between */
export function execForm(instructions: readonly Instruction[], name: "ENTRYPOINT" | "CMD"): string[] {
  const found = instructions.filter((instruction) => instruction.name === name);
  return z.array(z.string()).parse(JSON.parse(found.at(-1)?.rest ?? "null"));
}

/** What is wrong with it, in sentences. */
export function faultsOf(instructions: readonly Instruction[]): string[] {
  const all = (name: string): string[] => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
  const faults: string[] = [];
  for (const image of all("FROM"))
    if (!/^[a-z0-9./:_-]+:\d+\.\d+\.\d+-[a-z-]+@sha256:[0-9a-f]{64}(?: AS \w+)?$/.test(image))
      faults.push(`FROM ${image} is not pinned by an exact version and a digest`);
  const user = all("USER").at(-1);
  if (user === undefined || /^(?:root|0)(?::|$)/.test(user)) faults.push("it runs as root");
  for (const rest of all("ADD")) faults.push(`ADD ${rest}: ADD takes addresses and unpacks archives; use COPY`);
  for (const name of ["ENTRYPOINT", "CMD"] as const)
    for (const rest of all(name)) if (!rest.startsWith("[")) faults.push(`${name} ${rest} needs a shell`);
  for (const rest of [...all("ENV"), ...all("ARG")])
    if (/(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)/i.test(rest)) faults.push(`${rest} looks like a secret`);
  for (const rest of all("COPY"))
    if (/(?:^|\s)(?:\.|\.\/|\*)\s/.test(rest) || /\.env\b|\.npmrc|\.git\b|credentials/.test(rest))
      faults.push(`COPY ${rest} takes more than what runs`);
  for (const rest of all("RUN"))
    if (/curl|wget|\|\s*(?:sh|bash)/.test(rest)) faults.push(`RUN ${rest} fetches a program`);
  return faults;
}

/**
 * Its COPY steps, into a folder that stands for the image's root. `context`: where a source of the build context lies here.
 * Gives the root's folder of the last WORKDIR.
 */
export async function performCopies(
  instructions: readonly Instruction[],
  root: string,
  context: (source: string) => string,
): Promise<string> {
  let workdir = "/";
  for (const { name, rest } of instructions) {
    if (name === "WORKDIR") workdir = rest;
    if (name !== "COPY") continue;
    const words = rest.split(/\s+/).filter((word) => !word.startsWith("--"));
    const sources = words.slice(0, -1);
    const target = join(root, resolveIn(workdir, words.at(-1) ?? ""));
    for (const source of sources) {
      await mkdir(source.endsWith("/") ? target : dirname(target), { recursive: true });
      const from = context(source);
      await promisify(execFile)("cp", ["-a", source.endsWith("/") ? `${from}/.` : from, target]);
    }
  }
  return join(root, workdir);
}

const resolveIn = (workdir: string, path: string): string => (path.startsWith("/") ? path : join(workdir, path));
