import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";

/** Runs and gives the exit code. */
export type Command = () => Promise<number>;
type Load = () => Promise<{ readonly command: { run(args: readonly string[]): Promise<number> } }>;

interface Entry {
  readonly summary: string;
  readonly load: Load;
}

/** One file a command, loaded when it is asked for: --help must not wait for an HTTP client. */
const commands: Readonly<Record<string, Entry>> = {
  start: {
    summary: "bring up the embedded stack with the demo and print its leaderboard's address",
    load: () => import("./commands/start.ts"),
  },
  run: { summary: "run benchmarks against models (helm-run, medhelm-run)", load: () => import("./commands/run.ts") },
  summarize: {
    summary: "make a leaderboard of a suite, or a release of several (helm-summarize)",
    load: () => import("./commands/summarize.ts"),
  },
  server: {
    summary: "show a suite or release in the browser (helm-server)",
    load: () => import("./commands/server.ts"),
  },
  score: { summary: "compute the stats of any run folder, ours or HELM's", load: () => import("./commands/score.ts") },
  up: {
    summary: "bring up the embedded stack: API, queue, workers, releases, site",
    load: () => import("./commands/up.ts"),
  },
  submit: { summary: "submit run entries to an API and follow them", load: () => import("./commands/submit.ts") },
  usage: { summary: "what a month's submissions to an API cost", load: () => import("./commands/usage.ts") },
  keys: {
    summary: "make, list and revoke API keys of a service on AWS",
    load: () => import("./commands/keys.ts"),
  },
  data: { summary: "data push: put data sets into a service on AWS", load: () => import("./commands/data.ts") },
  site: { summary: "site build: the static site of a release", load: () => import("./commands/site.ts") },
  list: { summary: "list benchmarks, built-in models, metrics or groups", load: () => import("./commands/list.ts") },
  examples: {
    summary: "copy examples of custom benchmarks into a folder",
    load: () => import("./commands/examples.ts"),
  },
  new: {
    summary: "start a benchmark, metric, annotator or model client of your own",
    load: () => import("./commands/new.ts"),
  },
  check: {
    summary: "read a .conf, a benchmark's YAML, judges or a schema and say what is wrong",
    load: () => import("./commands/check.ts"),
  },
  inspect: {
    summary: "read a run's prompts, responses and judgements in the terminal",
    load: () => import("./commands/inspect.ts"),
  },
};

/** HELM's program names. */
const aliases: Readonly<Record<string, string>> = {
  "medhelm-run": "run",
  "helm-run": "run",
  "helm-summarize": "summarize",
  "helm-server": "server",
};

/** The command that a program name and its arguments ask for. */
export async function commandFor(program: string, args: readonly string[]): Promise<Command> {
  const alias = aliases[program];
  const [name, ...rest] = alias === undefined ? args : [alias, ...args];
  if (name === undefined || name === "help" || name === "--help" || name === "-h") return async () => print(help());
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
    "medhelm COMMAND --help tells its options.",
  ].join("\n");
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
