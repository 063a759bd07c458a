import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { shellWord } from "../terminal/shell-word.ts";
import { makeFolder } from "../places/make-folder.ts";
import { packagedExamples } from "../packaged.ts";

/** Folders that a run of an example leaves in it. */
const LEFTOVERS: readonly string[] = ["benchmark_output", "node_modules"];

/** The example whose run.sh needs no server, no model and no key. */
const FIRST = "plugin";

/** A copy may lie outside the folder of the program that copies it, where npx does not find it. */
async function nameThisProgram(script: string): Promise<void> {
  const program = process.argv[1];
  if (!existsSync(script) || program === undefined) return;
  const own = `${shellWord(process.execPath)} ${shellWord(resolve(program))}`;
  await writeFile(
    script,
    (await readFile(script, "utf8")).replace(IN_REPOSITORY, () => own),
  );
}

/** How a script calls medhelm if it is not on the PATH. */
const IN_REPOSITORY = "npx --no-install medhelm";

async function copyExamples(names: readonly string[], dir: string): Promise<void> {
  for (const name of names)
    await cp(join(packagedExamples, name), join(dir, name), {
      recursive: true,
      filter: (source) => !LEFTOVERS.some((left) => source.endsWith(`/${left}`)),
    });
  for (const name of names) await nameThisProgram(join(dir, name, "run.sh"));
}

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
    const names = copied.map(({ name }) => name);
    try {
      await writingTo(dir, () => copyExamples(names, dir));
    } catch (error) {
      for (const name of names) await rm(join(dir, name), { recursive: true, force: true });
      throw error;
    }
    const folders = copied.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    for (const name of [FIRST, ...folders.filter((folder) => folder !== FIRST)])
      process.stdout.write(`${join(resolve(dir), name)}\n`);
    printMessage(
      `${join(dir, FIRST, "run.sh")} needs no model and no server; the others take a model: ${join(dir, "exact_match_demo", "run.sh")} MODEL --endpoint URL`,
    );
    return 0;
  },
});
