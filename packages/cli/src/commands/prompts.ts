import { counted } from "@medhelm/core/text/counted";
import { findBenchmark, allCards } from "@medhelm/benchmarks/registry";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { googleRuns } from "../prompts/google-runs.ts";
import { localRuns } from "../prompts/helm-runs.ts";
import { readPulled } from "@medhelm/service/prompts/pulled-prompts";
import { promptsFolder } from "../prompts/prompts-folder.ts";
import { pullPrompts } from "../prompts/pull-prompts.ts";
import { GOOGLE_STORAGE } from "../results/google-bucket.ts";
import { makeFolder } from "../places/make-folder.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { textTable } from "../terminal/text-table.ts";

export const command = defineCommand({
  name: "medhelm prompts",
  description:
    "Copy HELM's wording from runs that HELM wrote into a folder, or list what is there. medhelm run --prompts helm uses it, so that the numbers compare with HELM's leaderboards.",
  options: {
    action: argument("what to do", z.enum(["pull", "list"])),
    place: argument("pull: a folder with HELM's runs, or gs://BUCKET/FOLDER of Google Storage", z.string().optional()),
    outputPath: commonOptions.outputPath,
    promptsDir: option("dir", "folder of the prompts (or set MEDHELM_PROMPTS)", z.string().optional()),
    storageUrl: option("url", "address of Google Storage's API", z.string().default(GOOGLE_STORAGE), {
      isHidden: true,
    }),
    json: flag("list: print one line of JSON per benchmark"),
  },
  async run({ action, place, storageUrl, json, ...where }) {
    const folder = promptsFolder(where, process.env);
    if (action === "list") return list(folder, json);
    if (place === undefined)
      throw new UserError("medhelm prompts pull needs a place: a folder with HELM's runs, or gs://BUCKET/FOLDER");
    const runs = place.startsWith("gs://") ? googleRuns(place, storageUrl) : localRuns(place);
    makeFolder(folder, "--prompts-dir");
    const { pulled, present, others } = await pullPrompts(runs, folder, printMessage);
    const before = present.length === 0 ? "" : `, ${present.length} were there`;
    printMessage(`prompts of ${counted(pulled.length, "run")} copied to ${folder}${before}`);
    if (others.length > 0) printMessage(`left out, because they are no built-in benchmarks: ${others.join(", ")}`);
    return 0;
  },
});

/** Prints each benchmark with the names for which the folder has HELM's prompts. */
async function list(folder: string, json: boolean): Promise<number> {
  const pulled = [...(await readPulled(folder))];
  const cards = await allCards();
  const items = await Promise.all(
    cards.map(async ({ name }) => {
      const { names } = await findBenchmark(name);
      const own = pulled.filter(([entry]) => names.includes(entry.split(/[:,]/, 1)[0] ?? entry));
      return {
        benchmark: name,
        entries: own.map(([entry]) => entry),
        rubrics: [...new Set(own.flatMap(([, { rubrics }]) => rubrics))],
        from: [...new Set(own.map(([, { from }]) => from))],
      };
    }),
  );
  const rows = items.map(({ benchmark, entries, rubrics, from }) => [
    benchmark,
    entries.length === 0 ? "none" : entries.length > 3 ? `${entries.length} entries` : entries.join(" "),
    rubrics.join(" "),
    from.join(" "),
  ]);
  process.stdout.write(
    json ? items.map(jsonLine).join("") : textTable(["benchmark", "HELM's prompts", "rubrics", "from"], rows),
  );
  return 0;
}
