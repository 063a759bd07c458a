import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { qualitiesOfRun } from "../qualities/qualities-of-run.ts";
import { qualitiesText } from "../qualities/qualities-text.ts";
import { finishedInstances } from "../finished-runs/finished-instances.ts";
import { openReadStore } from "../places/open-store.ts";
import { runPlace } from "../places/run-place.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";

export const command = defineCommand({
  name: "medhelm qualities",
  description:
    "Print more than the score of sealed runs: robustness to changed questions with the worst case, flips next to those of repeats, calibration, style against the references, and refusals in three classes. It sends no request, and no ranking uses it.",
  options: {
    runs: argument("the runs, by name or path", z.array(z.string()).min(1)),
    suite: option("name", "suite of the runs (default: that of the path, else default)", z.string().optional()),
    outputPath: commonOptions.outputPath,
    json: flag("print the numbers as JSON, one line per run"),
  },
  async run({ runs, suite, outputPath, json }) {
    for (const name of runs) {
      const place = runPlace(name, { suite, outputPath });
      const objects = openReadStore(place.outputPath);
      const files = await openRun(objects, place.suite, place.run);
      const instances = await finishedInstances(objects, files, place);
      if (files.manifest === undefined)
        throw new UserError(`${place.run}: a folder of HELM's names no main metric; medhelm import makes a run of it`);
      const found = await qualitiesOfRun(files.manifest, instances);
      if (json) process.stdout.write(jsonLine({ formatVersion: 2, ...found }));
      else printText(`${qualitiesText(found)}\n`);
    }
    return 0;
  },
});
