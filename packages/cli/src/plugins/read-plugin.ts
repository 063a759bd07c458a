import { medhelm, PluginParts } from "@medhelm/benchmarks/plugin";
import { issueText } from "@medhelm/core/text/issue-text";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { reasonOf } from "./reason-of.ts";

const PARTS = Object.keys(PluginParts.shape);
const Exports = z.record(z.string(), z.unknown());
const Maker = z.custom<(kit: typeof medhelm) => unknown>((value) => typeof value === "function");

/**
 * Reads the exports of a plugin's module. The default export is a plugin, or a function that gets `medhelm` and returns one. Without a
 * default export, the named exports are the plugin's parts. @throws UserError with the file and the key
 */
export async function readPlugin(module: object, label: string): Promise<PluginParts> {
  const { default: main, ...named } = Exports.parse({ ...module });
  const maker = Maker.safeParse(main);
  const given = maker.success ? await made(maker.data, label) : (main ?? named);
  const parsed = PluginParts.safeParse(given);
  if (!parsed.success) throw new UserError(`${label}: ${inWords(parsed.error.issues[0])}`);
  if (Object.values(parsed.data).every((part) => Object.keys(part).length === 0))
    throw new UserError(`${label}: it exports no part of a plugin; export one of ${PARTS.join(", ")}`);
  return parsed.data;
}

async function made(maker: (kit: typeof medhelm) => unknown, label: string): Promise<unknown> {
  try {
    return await maker(medhelm);
  } catch (cause) {
    throw new UserError(`${label}: its default export fails: ${reasonOf(cause)}`, { cause });
  }
}

function inWords(issue: z.core.$ZodIssue | undefined): string {
  const key = keyOf(issue?.path ?? []);
  if (issue?.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    const [near] = nearNames(name, PARTS);
    const known = near === undefined ? `the parts are ${PARTS.join(", ")}` : `did you mean ${near}?`;
    return key === ""
      ? `it exports "${name}", which is not a part of a plugin; ${known}`
      : `${key}: unknown key "${name}"`;
  }
  return `${key === "" ? "the default export" : key}: ${issue?.code === "custom" ? issue.message : issueText(issue)}`;
}

/** ["metrics", "mine.Words"] is metrics["mine.Words"] */
const keyOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, i) => {
      if (typeof part === "number") return `[${part}]`;
      return /^\w+$/.test(String(part)) ? `${i > 0 ? "." : ""}${String(part)}` : `["${String(part)}"]`;
    })
    .join("");
