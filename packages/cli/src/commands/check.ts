import { z } from "zod";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag } from "../terminal/option.ts";

export const command = defineCommand({
  name: "medhelm check",
  description: "Read a file as a run would, and print its content or what is wrong with it.",
  options: {
    file: argument("a .conf, a benchmark's YAML, a judges.yaml or a schema", z.string()),
    json: flag("print the content as JSON on stdout"),
  },
  async run({ file, json }) {
    const { checkFile } = await import("../run/check-file.ts");
    const { kind, found } = await checkFile(file, process.cwd());
    if (json) process.stdout.write(`${JSON.stringify({ file, kind, found })}\n`);
    else process.stdout.write([`${file}: ${kind}`, ...found.map((line) => `  ${line}`), ""].join("\n"));
    return 0;
  },
});
