import { type CommandToComplete, GLOBAL, PROGRAMS } from "./command-to-complete.ts";

/** The script for fish, for ~/.config/fish/completions/medhelm.fish. */
export function fishCompletion(commands: readonly CommandToComplete[]): string {
  const isFirst = "-n __fish_use_subcommand";
  return [
    "# medhelm: completion for fish: medhelm completion fish > ~/.config/fish/completions/medhelm.fish",
    ...GLOBAL.map((name) => `complete -c medhelm ${isFirst} -f -a ${quoted(name)}`),
    ...commands.flatMap(({ name, summary, ...words }) => [
      `complete -c medhelm ${isFirst} -f -a ${name} -d ${quoted(summary)}`,
      `complete -c medhelm -n '__fish_seen_subcommand_from help' -f -a ${name}`,
      ...linesOf("medhelm", words, ` -n '__fish_seen_subcommand_from ${name}'`),
    ]),
    ...Object.entries(PROGRAMS).flatMap(([program, name]) => {
      const found = commands.find((command) => command.name === name);
      return found === undefined ? [] : linesOf(program, found);
    }),
    "",
  ].join("\n");
}

/** @param when the condition under which the words are offered */
function linesOf(
  program: string,
  { options, arguments: choices }: Pick<CommandToComplete, "options" | "arguments">,
  when = "",
): string[] {
  const begin = `complete -c ${program}${when}`;
  return [
    ...(choices.length === 0 ? [] : [`${begin} -f -a ${quoted(choices.join(" "))}`]),
    ...options.flatMap(({ long, short, help, values, choices: allowed }) => {
      const letter = short === undefined ? "" : ` -s ${short.slice(1)}`;
      const words = quoted(allowed.join(" "));
      const value = values === "none" ? "" : allowed.length === 0 ? " -r" : ` -x -a ${words}`;
      const name = long.slice(2);
      // fish itself knows one value of an option: further ones follow until the next option
      const further = values === "many" && allowed.length > 0;
      const isLast = `contains -- (commandline -opc | string match -- "-*")[-1] ${[long, short ?? []].flat().join(" ")}`;
      return [
        `${begin} -l ${name}${letter} -d ${quoted(help)}${value}`,
        ...(further ? [`${begin} -n ${quoted(isLast)} -f -a ${words}`] : []),
      ];
    }),
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
