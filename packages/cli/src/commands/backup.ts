import { systemClock } from "@medhelm/adapters/system-clock";
import { counted } from "@medhelm/core/text/counted";
import { z } from "zod";
import { writeBackup } from "../backup/write-backup.ts";
import { readSharedBucket } from "../places/shared-bucket.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { argument, flag } from "../terminal/option.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { sizeText } from "../terminal/size-text.ts";

export const command = defineCommand({
  name: "medhelm backup",
  description:
    "Copy an output folder to a new folder while medhelm up or medhelm run uses it. The copy has the runs, releases, submissions, charges, answers and the token; no data sets. To restore, start medhelm up with a copy of it as --output-path.",
  options: {
    dir: argument("the new folder", z.string().min(1, "it is empty; name a folder")),
    outputPath: commonOptions.outputPath,
    json: flag("print the result as JSON"),
  },
  async run({ dir, outputPath, json }) {
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    const onCopied = (done: number, total: number): void => line.count("backup: objects", done, total);
    const { objects, bytes } = await writeBackup(outputPath, dir, onCopied).finally(line.clear);
    const bucket = readSharedBucket(outputPath) === undefined ? "" : " --store s3://EMPTY-BUCKET";
    process.stdout.write(
      json
        ? jsonLine({ dir, objects, bytes })
        : `${dir}: ${counted(objects, "object")} (${sizeText(bytes)}) and the answers\nrestore    cp -a ${dir} NEW && medhelm up -o NEW${bucket}\n`,
    );
    return 0;
  },
});
