import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Returns a Dockerfile's instructions in order, without comments and with continued lines joined. */
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

/** Reads ["node", "x"] of ENTRYPOINT or CMD. @throws if it is not a JSON array, because Docker would then start a shell */
export function execForm(instructions: readonly Instruction[], name: "ENTRYPOINT" | "CMD"): string[] {
  const found = instructions.filter((instruction) => instruction.name === name);
  return z.array(z.string()).parse(JSON.parse(found.at(-1)?.rest ?? "null"));
}

interface Rule {
  readonly names: readonly string[];
  readonly isFault: (rest: string) => boolean;
  readonly say: (name: string, rest: string) => string;
}

const PINNED = /^[a-z0-9./:_-]+:\d+\.\d+\.\d+-[a-z-]+@sha256:[0-9a-f]{64}(?: AS \w+)?$/;
const RULES: readonly Rule[] = [
  {
    names: ["FROM"],
    isFault: (rest) => !PINNED.test(rest),
    say: (_, rest) => `FROM ${rest} is not pinned by an exact version and a digest`,
  },
  {
    names: ["ADD"],
    isFault: () => true,
    say: (_, rest) => `ADD ${rest}: ADD takes addresses and unpacks archives; use COPY`,
  },
  {
    names: ["ENTRYPOINT", "CMD"],
    isFault: (rest) => !rest.startsWith("["),
    say: (name, rest) => `${name} ${rest} needs a shell`,
  },
  {
    names: ["ENV", "ARG"],
    isFault: (rest) => /(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)/i.test(rest),
    say: (_, rest) => `${rest} looks like a secret`,
  },
  {
    names: ["COPY"],
    isFault: (rest) => /(?:^|\s)(?:\.|\.\/|\*)\s/.test(rest) || /\.env\b|\.npmrc|\.git\b|credentials/.test(rest),
    say: (_, rest) => `COPY ${rest} takes more than what runs`,
  },
  {
    names: ["RUN"],
    isFault: (rest) => /curl|wget|\|\s*(?:sh|bash)/.test(rest),
    say: (_, rest) => `RUN ${rest} fetches a program`,
  },
];

/** Returns the faults of the Dockerfile, one sentence each. */
export function faultsOf(instructions: readonly Instruction[]): string[] {
  const user = instructions.findLast(({ name }) => name === "USER")?.rest;
  const isRoot = user === undefined || /^(?:root|0)(?::|$)/.test(user);
  const faults = instructions.flatMap(({ name, rest }) =>
    RULES.filter(({ names, isFault }) => names.includes(name) && isFault(rest)).map(({ say }) => say(name, rest)),
  );
  return [...(isRoot ? ["it runs as root"] : []), ...faults];
}

/**
 * Runs the COPY steps into a folder that represents the image's root. `context` maps a source of the build context to a path here.
 * Returns the folder of the last WORKDIR.
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
