import type { OptionWords } from "../terminal/define-command.ts";
import { type CommandToComplete, GLOBAL, PROGRAMS } from "./command-to-complete.ts";

/** The script for zsh, for a line in ~/.zshrc or a file _medhelm in a folder of fpath. */
export function zshCompletion(commands: readonly CommandToComplete[]): string {
  const names = Object.keys(PROGRAMS).join(" ");
  return `#compdef medhelm ${names}
# medhelm: completion for zsh. Put this line into ~/.zshrc, after compinit: source <(medhelm completion zsh)
_medhelm() {
  local -a commands=(
${[...commands, ...GLOBAL.map((name) => ({ name, summary: "" }))].map(({ name, summary }) => `    ${quoted(summary === "" ? name : `${name}:${summary}`)}`).join("\n")}
  )
  case $service in
${Object.entries(PROGRAMS)
  .map(([program, name]) => `    ${program}) words=(medhelm ${name} "\${(@)words[2,-1]}"); (( CURRENT += 1 )) ;;`)
  .join("\n")}
  esac
  if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $words[2] == help ]]; }; then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${commands.map(branchOf).join("\n")}
    *) _files ;;
  esac
}
if [[ $funcstack[1] == _medhelm ]]; then _medhelm "$@"; else compdef _medhelm medhelm ${names}; fi
`;
}

function branchOf({ name, options, arguments: choices }: CommandToComplete): string {
  const rest = choices.length === 0 ? "*:file:_files" : `*:value:(${choices.join(" ")})`;
  return `    ${name}) _arguments ${[...options.flatMap(specsOf), rest].map(quoted).join(" ")} ;;`;
}

/** The specifications of _arguments for the long and the short form. */
function specsOf({ long, short, help, values, choices }: OptionWords): string[] {
  const what = help.replaceAll(/[[\]:\\]/g, (mark) => `\\${mark}`);
  const action = choices.length === 0 ? "_files" : `(${choices.join(" ")})`;
  const value = values === "none" ? "" : values === "one" ? `:value:${action}` : `:*-*:value:${action}`;
  return [long, ...(short === undefined ? [] : [short])].map((flag) => `*${flag}[${what}]${value}`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
