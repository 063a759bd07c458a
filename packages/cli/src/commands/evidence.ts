import { isThere } from "@medhelm/adapters/is-there";
import { basename, dirname } from "node:path";
import { writeWhole } from "@medhelm/adapters/write-whole";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { evidencePage } from "../evidence/evidence-page.ts";
import { pageOf } from "../evidence/page-of.ts";
import { readEvidence, storedEvidence } from "../evidence/read-evidence.ts";
import { makeFolder } from "../places/make-folder.ts";
import { openReadStore } from "../places/open-store.ts";
import { requireOutputFolder } from "../places/require-output-folder.ts";
import { openPlace } from "../service-api/open-place.ts";
import { DEFAULT_OUTPUT_PATH, outputOption } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";

export const command = defineCommand({
  name: "medhelm evidence",
  description:
    "Write the evidence about one model of a release as one JSON file and one page to print. It has scores with intervals, versions, dates, data and its terms, prompts, judges, hashes and what was not tested. medhelm verify FILE computes each number again.",
  options: {
    model: argument("the model's name in the release, like openai/gpt-4o", z.string().min(1)),
    release: option("name", "the release", FolderName.optional()),
    suite: option("name", "a suite with a summary, instead of a release", FolderName.optional()),
    out: option(
      "file",
      "the JSON file; the page is written next to it, as FILE.html",
      z.string().regex(/\.json$/, "a name that ends with .json"),
      {
        short: "o",
      },
    ),
    outputPath: option(
      "dir",
      "folder that holds the runs and releases",
      z.string().min(1).default(DEFAULT_OUTPUT_PATH),
    ),
    from: option("bucket", "s3://BUCKET or s3://BUCKET/PREFIX, instead of a folder", z.string().optional()),
  },
  async run({ model, release, suite, out, outputPath, from }) {
    const source =
      release !== undefined && suite === undefined
        ? ({ kind: "release", name: release } as const)
        : suite !== undefined && release === undefined
          ? ({ kind: "suite", name: suite } as const)
          : undefined;
    if (source === undefined) throw new UserError("name either a --release or a --suite");
    await refuseOtherFile(out);
    if (from === undefined) requireOutputFolder(outputPath);
    const objects = from === undefined ? openReadStore(outputPath) : await openPlace(from, "--from");
    const evidence = await storedEvidence(objects, source, model);
    makeFolder(dirname(out), "-o");
    await writeWhole(out, `${JSON.stringify(evidence, null, 1)}\n`);
    await writeWhole(pageOf(out), await evidencePage(evidence, basename(out)));
    const unsealed = evidence.runs.filter(({ seal }) => seal === undefined).length;
    if (unsealed > 0)
      printMessage(
        `${unsealed} of its ${evidence.runs.length} runs have no seal, so their dates, data and versions are not recorded`,
      );
    process.stdout.write(`evidence   ${out}\npage       ${pageOf(out)}\nsha256     ${evidence.sha256}\n`);
    printMessage(`to check it: medhelm verify ${out}${outputOption(outputPath)}`);
    return 0;
  },
});

/** Evidence replaces earlier evidence, and no other file, such as one of the release. @throws UserError */
async function refuseOtherFile(out: string): Promise<void> {
  if (!isThere(out)) return;
  const isEvidence = await readEvidence(out).then(
    () => true,
    () => false,
  );
  if (!isEvidence) throw new UserError(`-o ${out}: this file exists and is no evidence; name another file`);
}
