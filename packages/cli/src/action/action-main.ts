import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "@medhelm/core/exit-codes";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { type ActionInputs, actionArguments, actionInputs } from "./action-inputs.ts";
import { actionReport, type Outcome, reportMarkdown } from "./action-report.ts";
import { putComment } from "./comment.ts";

// The program of action.yml: starts the packed command line next to it, and reports to GitHub.

const Event = z.object({ pull_request: z.object({ number: z.int() }).optional() });
const { env } = process;

async function main(inputs: ActionInputs): Promise<number> {
  const junit = inputs.junit ?? join(env["RUNNER_TEMP"] ?? ".", "medhelm-junit.xml");
  const { code, stdout, lastLine } = await medhelm(actionArguments(inputs, junit));
  const report = actionReport(stdout);
  const outcome = outcomeOf(code);
  const text = reportMarkdown(report, outcome, outcome === "error" ? lastLine : undefined);
  append("GITHUB_STEP_SUMMARY", `${text}\n`);
  append("GITHUB_OUTPUT", `outcome=${outcome}\njunit=${junit}\n`);
  await comment(inputs, text);
  if (outcome === "failed") annotate("error", "the scores fail the gate; the summary of the job has the table");
  if (outcome === "error") annotate("error", lastLine);
  if (outcome !== "not decided") return code;
  const isAccepted = inputs["not-decided"] === "pass";
  annotate(
    isAccepted ? "warning" : "error",
    "the gate is not decided; the summary names the number of items that it needs",
  );
  return isAccepted ? exitCodes.success : code;
}

const OUTCOMES: ReadonlyMap<number, Outcome> = new Map([
  [exitCodes.success, "passed"],
  [exitCodes.gateFailed, "failed"],
  [exitCodes.gateNotDecided, "not decided"],
]);
const outcomeOf = (code: number): Outcome => OUTCOMES.get(code) ?? "error";

/** Starts the command line. Its progress goes to the log of the job. */
async function medhelm(args: readonly string[]) {
  const program = join(import.meta.dirname, "medhelm.mjs");
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-10_000);
    process.stderr.write(text);
  });
  const code = await new Promise<number>((ended, failed) => {
    child.on("error", failed);
    child.on("close", (exit) => ended(exit ?? exitCodes.bug));
  });
  return {
    code,
    stdout,
    lastLine:
      stderr
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/^medhelm: /, "") ?? "",
  };
}

async function comment(inputs: ActionInputs, text: string): Promise<void> {
  const token = inputs["github-token"];
  const file = env["GITHUB_EVENT_PATH"];
  if (!inputs.comment || token === undefined || file === undefined || !existsSync(file)) return;
  const pullRequest = Event.safeParse(JSON.parse(readFileSync(file, "utf8"))).data?.pull_request?.number;
  if (pullRequest === undefined) return; // the workflow ran for a push, which has no pull request
  const problem = await putComment(
    {
      api: env["GITHUB_API_URL"] ?? "https://api.github.com",
      repository: env["GITHUB_REPOSITORY"] ?? "",
      pullRequest,
      token,
    },
    `medhelm ${env["GITHUB_WORKFLOW"] ?? ""} ${env["GITHUB_JOB"] ?? ""} ${inputs.suite ?? ""}`.trim(),
    text,
  );
  if (problem !== undefined) annotate("warning", problem);
}

/** A line that GitHub shows as an annotation. https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotate(kind: "error" | "warning", message: string): void {
  const text = message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${kind} title=MedHELM::${text}\n`);
}

function append(variable: string, text: string): void {
  const file = env[variable];
  if (file !== undefined) appendFileSync(file, text);
}

try {
  process.exitCode = await main(actionInputs(env));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  annotate("error", error.message);
  process.exitCode = exitCodes.userError;
}
