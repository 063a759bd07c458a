import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type InfraProgram, readInfraPrograms, type Resource } from "../../scripts/infra-program.ts";
import { unpackSst } from "../../scripts/unpack-sst.ts";

/** the repository, with a "/" at its end */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Stages {
  readonly dev: InfraProgram;
  readonly production: InfraProgram;
  /** the stage with the shortest name that a test checks, "ab" */
  readonly shortest: InfraProgram;
  /** the stage with the longest name, of 20 characters */
  readonly longest: InfraProgram;
}
const ready = new Map<keyof Stages, InfraProgram>();
function stage(name: keyof Stages): InfraProgram {
  const program = ready.get(name);
  if (program === undefined) throw new Error("the program has not run yet");
  return program;
}
/** The programs of `runStages`, for tests. */
export const stages: Stages = {
  get dev() {
    return stage("dev");
  },
  get production() {
    return stage("production");
  },
  get shortest() {
    return stage("shortest");
  },
  get longest() {
    return stage("longest");
  },
};

/** Runs the programs of all stages: `production` with conf/, the others with test/infra/conf. */
export async function runStages(): Promise<void> {
  if (!existsSync(`${root}.sst/platform/src`)) {
    const faults = unpackSst(root);
    if (faults.length > 0) throw new Error(`sst install: ${faults.join("\n")}`);
  }
  const conf = "test/infra/conf";
  const [dev, production, shortest, longest] = await readInfraPrograms(root, [
    { stage: "dev", conf, env: { MEDHELM_ALARM_EMAIL: "ops@example.org" } },
    { stage: "production" },
    { stage: "ab", conf },
    { stage: "twenty-letters-stage", conf },
  ]);
  if (dev === undefined || production === undefined || shortest === undefined || longest === undefined)
    throw new Error("a program is missing");
  ready.set("dev", dev).set("production", production).set("shortest", shortest).set("longest", longest);
}

/** "batch/jobQueue:JobQueue": all resources of that type */
export const all = ({ resources }: InfraProgram, type: string): readonly Resource[] =>
  resources.filter((resource) => resource.type === `aws:${type}`);

export function one(program: InfraProgram, type: string, name: string): Resource["inputs"] {
  const found = all(program, type).find((resource) => resource.name === name);
  if (found === undefined) {
    const names = all(program, type).map((resource) => resource.name);
    throw new Error(`there is no ${type} ${name}, only ${names.join(", ")}`);
  }
  return found.inputs;
}

/** An input that holds JSON. */
export function json<T>(value: unknown, shape: z.ZodType<T>): T {
  return shape.parse(JSON.parse(z.string().parse(value)));
}

export const names = (program: InfraProgram, type: string): string[] => all(program, type).map(({ name }) => name);

/** Rows in the order of their text. */
export const sorted = <Row>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Removes the eight random letters that sst adds to physical names: "medhelm-dev-DispatchQueue-vwhtehoo" -> "DispatchQueue" */
export const withoutSuffix = (name: unknown): string =>
  String(name).replace(/^(?:.*:)?medhelm-(?:dev|production)-(.+)-[a-z]{8}$/, "$1");
