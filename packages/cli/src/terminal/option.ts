import { z } from "zod";

/** The facts of an option or argument that its schema does not have. */
interface OptionHelp {
  readonly kind: "option" | "argument";
  readonly help: string;
  /** Placeholder of the value, as in `--suite <name>`. A flag has none. */
  readonly value?: string;
  /** One letter, as in `-n`. */
  readonly short?: string;
  /** The option is accepted, but `--help` does not list it. */
  readonly isHidden?: boolean;
}
type Details = Pick<OptionHelp, "short" | "isHidden">;

const registry = z.registry<OptionHelp>();

/**
 * Declares an option. Its key is its name: `maxUsd` is `--max-usd`. The schema reads the text that the user typed. It also says
 * whether the option is required, takes several values, has choices, and has a default.
 */
export function option<T extends z.ZodType>(value: string, help: string, schema: T, details: Details = {}): T {
  return described(schema, { ...details, kind: "option", help, value });
}

/** Declares an option without a value. It is true if the user gives it. */
export function flag(help: string, details: Details = {}): z.ZodDefault<z.ZodBoolean> {
  return described(z.boolean().default(false), { ...details, kind: "option", help });
}

/** Declares a positional argument. Its key is its name: `runDir` is `<run-dir>`. */
export function argument<T extends z.ZodType>(help: string, schema: T): T {
  return described(schema, { kind: "argument", help });
}

/** @throws Error if no function above declared the schema */
export function helpOf(schema: z.ZodType): OptionHelp {
  const help = registry.get(schema);
  if (help === undefined) throw new Error("declare each option with option(), flag() or argument()");
  return help;
}

/** Copies the schema, because several options may use the same one. */
function described<T extends z.ZodType>(schema: T, help: OptionHelp): T {
  const copy = schema.clone();
  registry.add(copy, help);
  return copy;
}
