import { aliases, commands } from "medhelm/command-for";
import { code, escaped, markdownTable } from "./markdown-table.ts";

/** Every command with its arguments and options, as --help prints them. */
export async function commandsPage(): Promise<string> {
  const sections = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const program = (await load()).command.program();
      const shown = program.options.filter(({ hidden, long }) => !hidden && long !== "--help");
      const ignored = program.options.filter(({ hidden }) => hidden);
      const programs = Object.keys(aliases).filter((alias) => aliases[alias] === name);
      return [
        `## medhelm ${name}`,
        "",
        ...(program.description() === "" ? [`${summary}.`] : [escaped(program.description())]),
        ...(programs.length === 0 ? [] : ["", `Other names: ${programs.map(code).join(", ")}.`]),
        "",
        markdownTable(
          ["argument", "meaning"],
          program.registeredArguments.map((argument) => [
            code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
            escaped(argument.description),
          ]),
        ),
        markdownTable(
          ["option", "meaning"],
          shown.map(({ flags, description }) => [code(flags), escaped(description)]),
        ),
        markdownTable(
          ["accepted, or named in an error", "reason"],
          ignored.map(({ flags, description }) => [code(flags.replace(" [value...]", "")), escaped(description)]),
        ),
      ]
        .join("\n")
        .replaceAll(/\n{3,}/g, "\n\n");
    }),
  );
  const list = markdownTable(
    ["command", "task"],
    Object.entries(commands).map(([name, { summary }]) => [`[${name}](#medhelm-${name})`, escaped(summary)]),
  );
  return [
    "# Commands and options",
    "",
    "`medhelm COMMAND --help` prints the same. [The command line](../commands.md) explains what belongs together.",
    "",
    list,
    ...sections,
  ].join("\n");
}
