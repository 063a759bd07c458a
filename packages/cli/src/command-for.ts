import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { type CommandToComplete, PROGRAMS } from "./completion/command-to-complete.ts";
import type { Command } from "./terminal/define-command.ts";

type Load = () => Promise<{ readonly command: Command }>;

interface Entry {
  readonly summary: string;
  readonly load: Load;
}

/** One file per command. It loads when the user runs the command, so that --help does not wait for an HTTP client. */
export const commands: Readonly<Record<string, Entry>> = {
  start: {
    summary: "start the embedded stack with the demo and print the address of its leaderboard",
    load: () => import("./commands/start.ts"),
  },
  run: { summary: "run benchmarks against models (helm-run, medhelm-run)", load: () => import("./commands/run.ts") },
  plan: {
    summary: "estimate requests, tokens, dollars and time of runs, and name what would stop them",
    load: () => import("./commands/plan.ts"),
  },
  models: {
    summary: "ask a model one question, and print its reply, time, tokens and what its server supports",
    load: () => import("./commands/models.ts"),
  },
  doctor: {
    summary: "check this machine, its keys, data, judges, servers and clock, and what given runs need",
    load: () => import("./commands/doctor.ts"),
  },
  summarize: {
    summary: "make a leaderboard of a suite, or a release of several (helm-summarize)",
    load: () => import("./commands/summarize.ts"),
  },
  server: {
    summary: "show a suite or release in the browser (helm-server)",
    load: () => import("./commands/server.ts"),
  },
  score: { summary: "compute the stats of any run folder, ours or HELM's", load: () => import("./commands/score.ts") },
  verify: {
    summary: "compute all numbers of a run, a release or an evidence file again, and name the first difference",
    load: () => import("./commands/verify.ts"),
  },
  complete: {
    summary: "list missing, partial and capped runs of the 37 benchmarks for each model",
    load: () => import("./commands/complete.ts"),
  },
  diff: {
    summary: "print which scores changed between two runs or releases, and why",
    load: () => import("./commands/diff.ts"),
  },
  up: {
    summary: "start the embedded stack: API, queue, workers, releases, site",
    load: () => import("./commands/up.ts"),
  },
  worker: {
    summary: "do the jobs of medhelm up --store on another machine",
    load: () => import("./commands/worker.ts"),
  },
  submit: {
    summary: "submit run entries to an API and wait for their end",
    load: () => import("./commands/submit.ts"),
  },
  submissions: {
    summary: "list, show, follow and cancel submissions to an API",
    load: () => import("./commands/submissions.ts"),
  },
  releases: {
    summary: "list, create and publish releases of a service",
    load: () => import("./commands/releases.ts"),
  },
  usage: { summary: "print what a month's submissions to an API cost", load: () => import("./commands/usage.ts") },
  "dead-letters": {
    summary: "list the messages that a service has set aside, or send them again",
    load: () => import("./commands/dead-letters.ts"),
  },
  keys: {
    summary: "create, list and revoke API keys of a service",
    load: () => import("./commands/keys.ts"),
  },
  data: {
    summary: "list, pull, verify, bundle, forget and push the data of benchmarks",
    load: () => import("./commands/data.ts"),
  },
  bundle: {
    summary: "write one archive with everything for a machine without internet",
    load: () => import("./commands/bundle.ts"),
  },
  prompts: {
    summary: "copy HELM's wording of the prompts from runs that HELM published, or list it",
    load: () => import("./commands/prompts.ts"),
  },
  migrate: {
    summary: "upgrade the stored runs of an earlier version to the current format",
    load: () => import("./commands/migrate.ts"),
  },
  evidence: {
    summary: "write the evidence about one model of a release, as data and as a page to print",
    load: () => import("./commands/evidence.ts"),
  },
  export: {
    summary: "write tables as CSV, Markdown, LaTeX or Parquet, or sealed runs in HELM's layout",
    load: () => import("./commands/export.ts"),
  },
  import: {
    summary: "put official releases, other runs and published tables into the folder of your own runs",
    load: () => import("./commands/import.ts"),
  },
  repair: {
    summary: "find damaged files of runs and answers, and make them again",
    load: () => import("./commands/repair.ts"),
  },
  backup: {
    summary: "copy an output folder while the embedded stack uses it",
    load: () => import("./commands/backup.ts"),
  },
  audit: {
    summary: "print who submitted, changed, deleted and read what in a service",
    load: () => import("./commands/audit.ts"),
  },
  withdraw: {
    summary: "delete runs with their text, or a release with its site, from a folder or a service",
    load: () => import("./commands/withdraw.ts"),
  },
  reindex: {
    summary: "rebuild the index of a folder or a service from the stored objects",
    load: () => import("./commands/reindex.ts"),
  },
  agree: {
    summary: "measure how a jury agrees with clinicians' ratings, let them rate, or write a sheet for them",
    load: () => import("./commands/agree.ts"),
  },
  judges: {
    summary: "check a jury on altered answers and planted errors",
    load: () => import("./commands/judges.ts"),
  },
  site: { summary: "build the static site of a release", load: () => import("./commands/site.ts") },
  list: { summary: "list benchmarks, built-in models, metrics or groups", load: () => import("./commands/list.ts") },
  examples: {
    summary: "copy the examples of custom benchmarks into a folder",
    load: () => import("./commands/examples.ts"),
  },
  new: {
    summary: "write a template of a benchmark, metric, annotator or model client",
    load: () => import("./commands/new.ts"),
  },
  check: {
    summary: "read any file or run folder that the commands read, and print its kind or what is wrong",
    load: () => import("./commands/check.ts"),
  },
  inspect: {
    summary: "print a run's prompts, responses and judgements",
    load: () => import("./commands/inspect.ts"),
  },
  qualities: {
    summary: "print robustness, calibration, style and refusals of sealed runs",
    load: () => import("./commands/qualities.ts"),
  },
  completion: {
    summary: "print a script with which bash, zsh or fish completes commands, options and values",
    load: async () => ({ command: (await import("./commands/completion.ts")).completionCommand(allWords) }),
  },
};

/** Loads every command. */
const allWords = (): Promise<CommandToComplete[]> =>
  Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => ({
      name,
      summary,
      ...(await load()).command.words(),
    })),
  );

/** HELM's program names. */
export const aliases = PROGRAMS;

/** The words that follow `medhelm`. HELM's programs write HELM's files. */
export function wordsOf(program: string, args: readonly string[]): readonly string[] {
  const command = aliases[program];
  if (command === undefined) return args;
  return [command, ...(command === "run" ? ["--helm-files"] : []), ...args];
}

/** Returns what runs the command of a program name and its arguments, and returns its exit code. @throws UserError for an unknown command */
export async function commandFor(program: string, args: readonly string[]): Promise<() => Promise<number>> {
  const [first, ...others] = wordsOf(program, args);
  if (first === undefined || first === "--help" || first === "-h") return async () => print(help());
  // "help run" is "run --help"
  const [name, ...rest] = first === "help" ? [others[0], "--help"] : [first, ...others];
  if (name === undefined) return async () => print(help());
  if (name === "--version" || name === "-V")
    return async () => print(`medhelm ${(await import("./version.ts")).version}`);
  const entry = commands[name === "serve" ? "server" : name];
  if (entry === undefined) {
    const near = nearNames(name, Object.keys(commands));
    throw new UserError(
      `there is no command "${name}"${near.length > 0 ? ` (did you mean ${near.join(" or ")}?)` : ""}; medhelm --help lists them`,
    );
  }
  const { command } = await entry.load();
  return () => command.run(rest);
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    "medhelm: evaluate medical language models",
    "",
    ...lines,
    "",
    "medhelm help COMMAND, or medhelm COMMAND --help, lists the options of a command. Every command takes -q, --quiet (messages only if it",
    "fails) and -v, --verbose (an error with its causes).",
  ].join("\n");
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
