import { expanders } from "@medhelm/core/expanders/table";
import { nearNames } from "@medhelm/core/text/near-names";
import type { EntryArgs } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

/** The schemas of a benchmark's own arguments. Every entry also has others (model, max_eval_instances, ...). */
export type ArgumentShape = z.ZodRawShape;
export type Arguments<Shape extends ArgumentShape> = z.output<z.ZodObject<Shape>>;

/** An argument that is text, such as a path or a code. HELM's grammar reads "007" as a number. */
export const textArgument = z.union([z.string(), z.number().transform(String)]);
/** HELM's argument `data_path`: the path of licensed data that the user has. */
export const dataPath = textArgument.optional();

/**
 * Parses the arguments of an entry in the order of `shape`. HELM's run_spec.json has them in the order of its own function.
 * @throws UserError if an argument is unknown (with similar names), missing, or has an invalid value
 */
export function settleArguments<Shape extends ArgumentShape>(
  benchmark: string,
  shape: Shape | undefined,
  args: EntryArgs,
): Arguments<Shape> {
  const known = Object.keys(shape ?? {});
  const unknown = Object.keys(args).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new UserError(
      `${benchmark} takes no argument "${unknown}"${didYouMean(nearNames(unknown, [...known, ...expanders.keys()]))}: ${
        known.length === 0
          ? `remove "${unknown}=${args[unknown]}" from the entry`
          : `in addition to those of every entry it takes ${known.join(", ")}`
      }`,
    );
  const parsed = z.object(shape).safeParse(args);
  if (parsed.success) return parsed.data;
  throw new UserError(inWords(benchmark, parsed.error.issues[0], args));
}

function inWords(benchmark: string, issue: z.core.$ZodIssue | undefined, args: EntryArgs): string {
  const key = String(issue?.path[0] ?? "");
  const given = args[key];
  const values = issue?.code === "invalid_value" ? issue.values.map(String) : [];
  const choice = values.length === 0 ? "" : `; it is one of ${values.join(", ")}`;
  if (given === undefined) return `${benchmark} needs the argument ${key}=...${choice}`;
  if (values.length > 0)
    return `${benchmark} has no ${key}=${given}${didYouMean(nearNames(String(given), values))}${choice}`;
  return `${benchmark} has ${key}=${given}: ${issue?.message ?? "not a value that it takes"}`;
}

/** "" or " (did you mean x or y?)" */
const didYouMean = (near: readonly string[]): string =>
  near.length === 0 ? "" : ` (did you mean ${near.join(" or ")}?)`;
