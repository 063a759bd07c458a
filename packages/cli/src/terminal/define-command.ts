import { issueText } from "@medhelm/core/text/issue-text";
import { UserError } from "@medhelm/core/user-error";
import { Argument, Command as Program, CommanderError, Option } from "commander";
import { z } from "zod";
import { HelpShown } from "./report-error.ts";
import { helpOf } from "./option.ts";
import { printMessage } from "./print-message.ts";

/** Options and arguments by their names, each made by option(), flag() or argument(). The order of the arguments is the order of their keys. */
type Options = Readonly<Record<string, z.ZodType>>;
export type ValuesOf<O extends Options> = z.output<z.ZodObject<O>>;

interface Declaration<O extends Options> {
  /** as the user types it: "medhelm run" */
  readonly name: string;
  readonly description: string;
  readonly options: O;
  /** HELM's flags that have no effect here, with the reason. The command accepts them and names each that the user gives. */
  readonly ignored?: Readonly<Record<string, string>>;
  /** Options of other commands that a user may expect here, with the sentence about where they belong. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** @returns the exit code */
  run(values: ValuesOf<O>): Promise<number>;
}

/** An option as the user types it. */
export interface OptionWords {
  /** "--max-usd" */
  readonly long: string;
  /** "-n" */
  readonly short?: string;
  readonly help: string;
  /** none: a flag; many: one value or several */
  readonly values: "none" | "one" | "many";
  /** the allowed values; empty: any */
  readonly choices: readonly string[];
}

export interface CommandWords {
  /** without hidden options; --help is one of them */
  readonly options: readonly OptionWords[];
  /** The allowed values of all arguments. Other arguments are files or names. */
  readonly arguments: readonly string[];
}

export interface Command {
  /** @returns the exit code. @throws UserError for bad input, HelpShown after `--help` */
  run(args: readonly string[]): Promise<number>;
  /** commander's declaration of the options and arguments */
  program(): Program;
  /** what a shell can complete after the command */
  words(): CommandWords;
}

/** Makes a command. One declaration of an option gives its commander option, its help and its type. */
export function defineCommand<O extends Options>(declaration: Declaration<O>): Command {
  return {
    run: async (args) => declaration.run(parse(declaration, args)),
    program: () => programOf(declaration),
    words: () => wordsOf(declaration.options),
  };
}

function wordsOf(options: Options): CommandWords {
  const all = Object.entries<z.ZodType>(options);
  return {
    options: [
      ...all.flatMap(([key, schema]): OptionWords[] => {
        const { kind, short, help, value, isHidden } = helpOf(schema);
        if (kind === "argument" || isHidden === true) return [];
        const { isList, choices } = factsOf(schema);
        const values = value === undefined ? "none" : isList ? "many" : "one";
        const letter = short === undefined ? {} : { short: `-${short}` };
        return [{ long: `--${kebab(key)}`, ...letter, help, values, choices }];
      }),
      { long: "--help", short: "-h", help: "show this help", values: "none", choices: [] },
    ],
    arguments: all.flatMap(([, schema]) => (helpOf(schema).kind === "argument" ? factsOf(schema).choices : [])),
  };
}

function programOf<O extends Options>(declaration: Declaration<O>): Program {
  const { name, description, options, ignored = {}, elsewhere = {} } = declaration;
  const program = new Program(name)
    .description(description)
    .allowExcessArguments()
    .helpOption("-h, --help", "show this help");
  for (const [key, schema] of Object.entries<z.ZodType>(options))
    if (helpOf(schema).kind === "argument") program.addArgument(argumentOf(key, schema));
    else program.addOption(optionOf(key, schema));
  for (const [flag, reason] of Object.entries({ ...ignored, ...elsewhere }))
    program.addOption(new Option(`${flag} [value...]`, reason).hideHelp());
  return program.exitOverride().configureOutput({ writeErr: () => undefined });
}

function optionOf(key: string, schema: z.ZodType): Option {
  const { value, short, isHidden } = helpOf(schema);
  const flags = `${short === undefined ? "" : `-${short}, `}--${kebab(key)}`;
  const placeholder = value === undefined ? "" : ` <${value}${factsOf(schema).isList ? "..." : ""}>`;
  return new Option(`${flags}${placeholder}`, helpText(schema)).hideHelp(isHidden === true);
}

function argumentOf(key: string, schema: z.ZodType): Argument {
  const { isList, isRequired } = factsOf(schema);
  const name = `${kebab(key)}${isList ? "..." : ""}`;
  return new Argument(isRequired ? `<${name}>` : `[${name}]`, helpText(schema));
}

interface Facts {
  readonly isRequired: boolean;
  readonly isList: boolean;
  readonly choices: readonly string[];
  readonly defaultValue: unknown;
}

function factsOf(schema: z.ZodType): Facts {
  const absent = schema.safeParse(undefined);
  let inner: unknown = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap();
  const item = inner instanceof z.ZodArray ? inner.element : inner;
  return {
    isRequired: !absent.success,
    isList: inner instanceof z.ZodArray,
    choices: item instanceof z.ZodEnum ? item.options.map(String) : [],
    defaultValue: absent.data,
  };
}

/** The help and the facts of the schema, in commander's layout. */
function helpText(schema: z.ZodType): string {
  const { help, kind } = helpOf(schema);
  const { isRequired, choices, defaultValue } = factsOf(schema);
  const facts: string[] = [];
  if (isRequired && kind === "option") facts.push("required");
  if (choices.length > 0) facts.push(`choices: ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`);
  if (typeof defaultValue === "string" || typeof defaultValue === "number")
    facts.push(`default: ${JSON.stringify(defaultValue)}`);
  return facts.length === 0 ? help : `${help} (${facts.join(", ")})`;
}

function parse<O extends Options>(declaration: Declaration<O>, args: readonly string[]): ValuesOf<O> {
  const program = programOf(declaration);
  const given = givenTexts(program, args);
  for (const [flag, reason] of Object.entries(declaration.ignored ?? {}))
    if (isGiven(flag, args)) printMessage(`${flag} has no effect here: ${reason}`);
  const foreign = Object.entries(declaration.elsewhere ?? {}).find(([flag]) => isGiven(flag, args));
  if (foreign !== undefined) throw new UserError(`${declaration.name} has no ${foreign[0]}: ${foreign[1]}`);
  const parsed = z.object(declaration.options).safeParse(given);
  if (parsed.success) {
    refuseEmpty(declaration.options, program, given);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw badInput(program, issue === undefined ? "the options are not valid" : issueSentence(program, issue, given));
}

/** An empty path would be the working directory, and an empty name would be no name of anything. @throws UserError */
function refuseEmpty(options: Options, program: Program, given: Readonly<Record<string, unknown>>): void {
  for (const [key, schema] of Object.entries<z.ZodType>(options)) {
    const { kind, value = "" } = helpOf(schema);
    const next = kind === "argument" ? "give its value" : NEXT_OF_PATH[value];
    if (next !== undefined && [given[key]].flat().includes(""))
      throw badInput(program, `${nameOf(program, key)} : it is empty; ${next}`);
  }
}

/** The advice about an empty path, by the placeholder of its option. */
const NEXT_OF_PATH: Readonly<Record<string, string>> = {
  dir: "name a folder",
  file: "name a file",
  files: "name a file",
  place: "name a folder",
  places: "name a folder or a file",
};

/** How messages name an option or an argument. */
const nameOf = (program: Program, key: string): string =>
  program.options.find((candidate) => candidate.attributeName() === key)?.long ?? `<${kebab(key)}>`;

const isGiven = (flag: string, args: readonly string[]): boolean =>
  args.some((arg) => arg === flag || arg.startsWith(`${flag}=`));

/** Returns the texts that the user typed, by the names of the options and arguments. @throws HelpShown, UserError */
function givenTexts(program: Program, args: readonly string[]): Readonly<Record<string, unknown>> {
  try {
    program.parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new HelpShown();
    throw badInput(program, commanderSentence(error));
  }
  const declared = program.registeredArguments;
  const extra = declared.at(-1)?.variadic === true ? undefined : program.args[declared.length];
  if (extra !== undefined) throw badInput(program, `unexpected argument "${extra}"`);
  const positional = declared.map((argument, i) => [argument.name(), program.processedArgs[i]] as const);
  return { ...Object.fromEntries(positional.map(([name, value]) => [camel(name), value])), ...program.opts() };
}

const badInput = (program: Program, sentence: string): UserError =>
  new UserError(`${sentence}; ${program.name()} --help lists the options`);

/** The sentence for an error of commander: an unknown option, an option without its value, a missing argument. */
function commanderSentence({ code, message }: CommanderError): string {
  const [, name = ""] = /'(?:-\w, )?([^' ]+)/.exec(message) ?? [];
  if (code === "commander.optionMissingArgument") return `${name} needs a value`;
  if (code === "commander.missingArgument") return `<${name}> is required`;
  return message.replace(/^error: /, "").replace("\n(Did you mean ", " (did you mean ");
}

/** The sentence for a value that a schema refuses. */
function issueSentence(program: Program, issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  const [key, index] = issue.path;
  const value = given[String(key)];
  const option = program.options.find((candidate) => candidate.attributeName() === key);
  const name = nameOf(program, String(key));
  if (value === undefined) return `${option?.flags.replace(/^-\w, /, "") ?? name} is required`;
  const item: unknown = typeof index === "number" && Array.isArray(value) ? value[index] : value;
  return `${name} ${String(item)}: ${whatIsWrong(issue)}`;
}

function whatIsWrong(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `allowed choices are ${issue.values.map(String).join(", ")}`;
  return issue.code === "invalid_format" ? `use ${issueText(issue)}` : issueText(issue);
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
