import { cp, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument } from "../terminal/option.ts";
import { makeFolder } from "../run/make-folder.ts";
import { packagedExamples } from "../packaged.ts";

/** Folders that a run of an example leaves in it. */
const LEFTOVERS: readonly string[] = ["benchmark_output", "node_modules"];

export const command = defineCommand({
  name: "medhelm examples",
  description:
    "Copy the examples into a folder, where you can run and change them. Each is a custom benchmark with a run.sh.",
  options: { dir: argument("a new or empty folder", z.string()) },
  async run({ dir }) {
    makeFolder(dir, "<dir>");
    if ((await readdir(dir)).length > 0) throw new UserError(`${dir} is not empty; name a new folder`);
    const copied = (await readdir(packagedExamples, { withFileTypes: true })).filter(
      ({ name }) => !LEFTOVERS.includes(name),
    );
    for (const { name } of copied)
      await cp(join(packagedExamples, name), join(dir, name), {
        recursive: true,
        filter: (source) => !LEFTOVERS.some((left) => source.endsWith(`/${left}`)),
      });
    const folders = copied.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    for (const name of folders) process.stdout.write(`${join(resolve(dir), name)}\n`);
    process.stderr.write(
      `medhelm: each has a README or a run.sh; try: ${join(dir, folders[0] ?? "", "run.sh")} MODEL\n`,
    );
    return 0;
  },
});
