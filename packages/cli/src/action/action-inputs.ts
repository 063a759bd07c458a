import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { Env } from "../env.ts";

const Text = z
  .string()
  .trim()
  .transform((text) => (text === "" ? undefined : text));
/** One value a line. */
const Lines = z.string().transform((text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== ""),
);
const Switch = z.enum(["true", "false"], "write true or false").transform((text) => text === "true");

/** The inputs of action.yml. GitHub gives each as an environment variable, and an empty text for one without a value. */
const Inputs = z.object({
  api: Text,
  conf: Lines,
  "run-entries": Lines,
  model: Lines,
  endpoint: Text,
  suite: Text,
  "max-eval-instances": Text,
  baseline: Text,
  "baseline-model": Text,
  "fail-under": Text,
  "gate-on": Text,
  "not-decided": z.enum(["fail", "pass"], 'write "fail" or "pass"'),
  arguments: Lines,
  junit: Text,
  comment: Switch,
  "github-token": Text,
});
export type ActionInputs = z.infer<typeof Inputs>;

/** @throws UserError naming the first input that is wrong */
export function actionInputs(env: Env): ActionInputs {
  const given = Object.keys(Inputs.shape).map((name) => [name, env[`INPUT_${name.toUpperCase()}`] ?? ""]);
  const parsed = Inputs.safeParse({ ...DEFAULTS, ...Object.fromEntries(given.filter(([, value]) => value !== "")) });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(`input ${String(issue?.path[0])}: ${issue?.message}`);
  }
  const inputs = parsed.data;
  if (inputs.conf.length + inputs["run-entries"].length === 0)
    throw new UserError("nothing to run: give the input conf or run-entries");
  if (inputs.api !== undefined && inputs.endpoint !== undefined)
    throw new UserError("the inputs api and endpoint exclude each other: a service asks only the models of its conf");
  return inputs;
}

/** The texts of inputs that have no value and no default in action.yml. */
const DEFAULTS = {
  ...Object.fromEntries(Object.keys(Inputs.shape).map((name) => [name, ""])),
  "not-decided": "fail",
  comment: "true",
};

/** The arguments of the command line: `medhelm submit --wait` with an API, or else `medhelm run`. */
export function actionArguments(inputs: ActionInputs, junit: string): string[] {
  const shared = [
    ...many("--run-entries", inputs["run-entries"]),
    ...many("--model", inputs.model),
    ...one("--suite", inputs.suite),
    ...one("--max-eval-instances", inputs["max-eval-instances"]),
    ...one("--baseline", inputs.baseline),
    ...one("--baseline-model", inputs["baseline-model"]),
    ...one("--fail-under", inputs["fail-under"]),
    ...one("--gate-on", inputs["gate-on"]),
    "--junit",
    junit,
    "--json",
    ...inputs.arguments,
  ];
  return inputs.api === undefined
    ? ["run", ...many("--conf-paths", inputs.conf), ...one("--endpoint", inputs.endpoint), ...shared]
    : ["submit", ...inputs.conf, "--api", inputs.api, "--wait", "--yes", ...shared];
}

const many = (name: string, values: readonly string[]): string[] => (values.length === 0 ? [] : [name, ...values]);
const one = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value]);
