import { Command } from "commander";
import { z } from "zod";
import { parseOptions } from "../terminal/options.ts";

const program = new Command("medhelm check")
  .description(
    "Read a file as a run would, and say what is in it or what is wrong: a .conf, a benchmark's YAML, a judges.yaml, a schema.",
  )
  .argument("<file>")
  .option("--json", "print what was found as JSON on stdout");
const Options = z.object({ operands: z.tuple([z.string()]), json: z.boolean().default(false) });

export async function command(args: readonly string[]): Promise<number> {
  const { operands, json } = parseOptions(program, args, Options);
  const [file] = operands;
  const { checkFile } = await import("../run/check-file.ts");
  const { kind, found } = await checkFile(file, process.cwd());
  if (json) process.stdout.write(`${JSON.stringify({ file, kind, found })}\n`);
  else process.stdout.write([`${file}: ${kind}`, ...found.map((line) => `  ${line}`), ""].join("\n"));
  return 0;
}
