import { problemsOf, UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag } from "../terminal/option.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";
import { printMessage } from "../terminal/print-message.ts";

/** A file with more problems is probably of another kind. */
const MAX_PROBLEMS = 50;

export const command = defineCommand({
  name: "medhelm check",
  description:
    "Read files as the commands would, and print their kind and content or everything that is wrong with them.",
  options: {
    files: argument(
      "run entries or keys (.conf), a benchmark's YAML, prompts (.txt), data (.csv, .jsonl), judges, juries, deployments, models, a schema, service.yaml, gpu_classes.yaml, plugins, run_spec.json, scenario_state.json, manifest.json, run folders",
      z.array(z.string()).min(1),
    ),
    json: flag("print the content as JSON on stdout, one line for each file"),
  },
  async run({ files, json }) {
    const { checkFile } = await import("../check/check-file.ts");
    let isValid = true;
    for (const file of files)
      try {
        const { kind, found } = await checkFile(file, process.cwd());
        if (json) process.stdout.write(jsonLine({ file, kind, found }));
        else printText([`${file}: ${kind}`, ...found.map((line) => `  ${line}`), ""].join("\n"));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        isValid = false;
        const problems = problemsOf(error);
        if (json) process.stdout.write(jsonLine({ file, problems }));
        for (const problem of problems.slice(0, MAX_PROBLEMS)) printMessage(problem);
        if (problems.length > MAX_PROBLEMS) printMessage(`${file}: ${problems.length - MAX_PROBLEMS} more problems`);
      }
    return isValid ? 0 : 2;
  },
});
