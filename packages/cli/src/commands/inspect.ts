import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { getJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import { Page, PageIndex, type PageInstance } from "@medhelm/core/release/page";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { openStore } from "../run/open-store.ts";

export const command = defineCommand({
  name: "medhelm inspect",
  description: "Print the prompts, responses and judgements of a run, also those with gated, private and local text.",
  options: {
    run: argument("name of the run", z.string()),
    suite: option("name", "suite of the run", z.string().default("default")),
    outputPath: commonOptions.outputPath,
    instance: option("id", "print only this instance", z.string().optional()),
    json: flag("print one line of JSON per instance"),
  },
  async run({ run, suite, outputPath, instance, json }) {
    const objects = openStore(outputPath);
    const { keyOf } = await openRun(objects, suite, run);
    const index = await getJson(objects, keyOf("pages/index.json"), PageIndex);
    if (index === undefined) throw new UserError(await whyMissing(outputPath, suite, run));
    let shown = 0;
    for (const { page: number } of index.pages) {
      const page = await getJson(objects, keyOf(`pages/${number}.json`), Page);
      for (const one of page?.instances ?? []) {
        if (instance !== undefined && one.id !== instance) continue;
        shown++;
        process.stdout.write(json ? `${JSON.stringify(one)}\n` : instanceText(one));
      }
    }
    if (shown === 0)
      throw new UserError(
        `${run}: it has ${index.instances} instances, but no instance "${instance ?? ""}"; omit --instance to print all`,
      );
    return 0;
  },
});

async function whyMissing(outputPath: string, suite: string, run: string): Promise<string> {
  const folder = join(outputPath, "runs", suite);
  if (!existsSync(folder)) return `${folder}: there is no such suite; name another one with --suite or --output-path`;
  const near = nearNames(run, await readdir(folder));
  return `${run}: suite "${suite}" has no finished run with this name${near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ""}`;
}

function instanceText(one: PageInstance): string {
  const scores = Object.entries(one.stats).map(([name, value]) => `${name} ${value}`);
  const judgements = one.judgements.map(
    ({ judge, criteria, unscored }) =>
      `${judge}: ${unscored ?? criteria.map(({ name, score }) => `${name} ${score}`).join(", ")}`,
  );
  const parts: readonly (readonly [string, string | undefined])[] = [
    ["prompt", one.prompt],
    ["response", one.response],
    ["failure", one.failure],
    ["read as", one.mapped],
    [
      "correct",
      one.references
        .filter(({ correct }) => correct)
        .map((reference) => reference.text)
        .join(" | "),
    ],
    ["judges", judgements.join("; ")],
    ["scores", scores.join(", ")],
  ];
  const lines = parts
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `-- ${name}\n${value}`);
  const which = [
    one.id,
    ...(one.perturbation ? [one.perturbation] : []),
    ...(one.trial > 0 ? [`trial ${one.trial}`] : []),
  ];
  return `== ${which.join(", ")}\n${lines.join("\n")}\n\n`;
}
