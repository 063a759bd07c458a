import { exitCodes } from "@medhelm/core/exit-codes";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { CheckedModel } from "../health/check-model.ts";
import { problemLines } from "../health/problem-lines.ts";
import { applyOffline } from "../run/apply-offline.ts";
import { modelOptions } from "../run/options/model-options.ts";
import { requestOptions } from "../run/options/request-options.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { argument, flag } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";

export const command = defineCommand({
  name: "medhelm models",
  description:
    "Ask models one invented question and print the reply, the time, the tokens, and what the server supports. Each problem is printed with a way to correct it.",
  options: {
    action: argument("what to do with the models", z.enum(["check"])),
    names: argument("models as --model takes them: a provider's name, a deployment or an address", z.array(z.string())),
    ...modelOptions,
    ...requestOptions,
    plugins: commonOptions.plugins,
    json: flag("print one line of JSON per model"),
  },
  async run({ names, json, ...options }) {
    if (names.length === 0) throw new UserError("no model is named; give one, like medhelm models check openai/gpt-4o");
    await applyOffline(options);
    const { checkNamed } = await import("../health/check-named.ts");
    const checked: CheckedModel[] = [];
    for (const name of names) {
      const one = await checkNamed(name, options);
      process.stdout.write(json ? jsonLine(one) : modelText(one));
      checked.push(one);
    }
    const failed = checked.filter(({ isUsable }) => !isUsable);
    if (failed.length > 0) printMessage(`not usable: ${failed.map(({ deployment }) => deployment).join(", ")}`);
    return failed.length === 0 ? exitCodes.success : exitCodes.runFailed;
  },
});

function modelText({ problems, ...one }: CheckedModel): string {
  const place = one.at === undefined ? "in this process" : `at ${one.at} as "${one.modelSent}"`;
  const { promptTokens = "an unknown number", completionTokens = "an unknown number" } = one.usage ?? {};
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["model", one.trust === undefined ? one.deployment : `${one.deployment} ${place}, trust ${one.trust}`],
    ["usable", yes(one.isUsable)],
    ["reply", one.reply === undefined ? undefined : JSON.stringify(one.reply.slice(0, 300))],
    ["thinking", one.reply === undefined ? undefined : thinkingText(one.thinking)],
    ["time", one.seconds === undefined ? undefined : `${one.seconds.toFixed(2)} s`],
    ["tokens", one.usage === undefined ? undefined : `${promptTokens} read, ${completionTokens} written`],
    ["log-probabilities", yes(one.hasLogProbabilities)],
    ["structured output", yes(one.hasStructuredOutput)],
  ];
  const shown = lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(19)}${value}`]));
  return visibleText(
    `${[...shown, ...(problems.length === 0 ? [] : [one.isUsable ? "good to know" : "problems", ...problemLines(problems)])].join("\n")}\n\n`,
  );
}

function yes(value: boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value ? "yes" : "no";
}

const thinkingText = (thinking: string | undefined): string =>
  thinking === undefined ? "none" : `${thinking.length} characters, kept apart from the reply`;
