import { issueText } from "@medhelm/core/text/issue-text";
import { UserError } from "@medhelm/core/user-error";
import { type Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { z } from "zod";
import { HelpShown } from "./exit.ts";

/** HELM's flags that have no meaning here: accepted, said once on stderr, with the reason. */
export type Ignored = Readonly<Record<string, string>>;

export function acceptIgnored(program: Command, ignored: Ignored): Command {
  for (const [flag, why] of Object.entries(ignored))
    program.addOption(new Option(`${flag} [value...]`, why).hideHelp());
  return program;
}

/** Parses a command's arguments and checks them against its schema. @throws UserError in one sentence */
export function parseOptions<T>(
  program: Command,
  args: readonly string[],
  schema: z.ZodType<T>,
  ignored: Ignored = {},
): T {
  program.exitOverride().configureOutput({ writeErr: () => undefined });
  try {
    program.parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new HelpShown();
    throw new UserError(`${inWords(error.message)}; ${program.name()} --help lists the options`);
  }
  for (const [flag, why] of Object.entries(ignored)) {
    if (args.some((arg) => arg === flag || arg.startsWith(`${flag}=`)))
      process.stderr.write(`medhelm: ${flag} has no effect here: ${why}\n`);
  }
  const parsed = schema.safeParse({ ...program.opts(), operands: program.args });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(
    `${flagOf(issue?.path ?? [], program)}: ${issue?.code === "invalid_format" ? "use " : ""}${issueText(issue)}`,
  );
}

/** commander's sentences, without its grammar of flags */
function inWords(message: string): string {
  const text = message.replace(/^error: /, "").replaceAll("\n", " ");
  const [, flag, value, why] =
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/.exec(text) ?? [];
  if (flag !== undefined) return `${flag} ${value}: ${lowerFirst(why ?? "").replace(/\.$/, "")}`;
  const [, what, choices] = /^command-argument value '(.*)' is invalid for argument '.*'\. (.*?)\.?$/.exec(text) ?? [];
  if (what !== undefined) return `"${what}": ${lowerFirst(choices ?? "")}`;
  const [, lonely] = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument missing$/.exec(text) ?? [];
  if (lonely !== undefined) return `${lonely} needs a value`;
  const [, required] = /^required option '(?:-\w, )?(--[\w-]+ [^']*)' not specified$/.exec(text) ?? [];
  if (required !== undefined) return `${required} is required`;
  return text.replace(/\.$/, "").replace(" (Did you mean ", " (did you mean ");
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** ["maxEvalInstances"] is --max-eval-instances */
function flagOf(path: readonly PropertyKey[], program: Command): string {
  const [name] = path;
  if (typeof name !== "string" || name === "operands") return program.name();
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${String(program.opts()[name])}`;
}

export function portNumber(text: string): number {
  const value = positiveInt(text);
  if (value > 65_535) throw new InvalidArgumentError("a port is at most 65535.");
  return value;
}

export function positiveInt(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("it must be a whole number of at least 1.");
  return value;
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("it must be a number above 0.");
  return value;
}

export function sha256Text(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError("it must be 64 hexadecimal digits.");
  return text;
}
