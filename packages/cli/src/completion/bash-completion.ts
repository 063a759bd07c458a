import { type CommandToComplete, GLOBAL, PROGRAMS } from "./command-to-complete.ts";

/** The script for bash. Its functions print words from tables, so that it starts no program when the user presses Tab. */
export function bashCompletion(commands: readonly CommandToComplete[]): string {
  const all = commands.flatMap(({ name, options, arguments: choices }) => [
    `    ${name}) echo "${options.flatMap(({ long, short }) => [long, ...(short === undefined ? [] : [short])]).join(" ")}" ;;`,
    ...(choices.length === 0 ? [] : [`    "${name} argument") echo "${choices.join(" ")}" ;;`]),
    ...options.flatMap(({ long, short, values, choices: allowed }) => {
      if (values === "none") return [];
      const names = [long, ...(short === undefined ? [] : [short])].map((flag) => `"${name} ${flag}"`).join(" | ");
      return [`    ${names}) echo "${values} ${allowed.join(" ")}" ;;`];
    }),
  ]);
  return `# medhelm: completion for bash. Put this line into ~/.bashrc: source <(medhelm completion bash)
_medhelm_words() {
  case "$1" in
${all.join("\n")}
  esac
}
_medhelm() {
  local command="" current="\${COMP_WORDS[COMP_CWORD]}" first=1 words="" values="" i word
  case "\${COMP_WORDS[0]##*/}" in
${Object.entries(PROGRAMS)
  .map(([program, name]) => `    ${program}) command=${name}; first=0 ;;`)
  .join("\n")}
  esac
  if [[ -z $command ]]; then
    if ((COMP_CWORD == 1)); then
      COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), ...GLOBAL].join(" ")}" -- "$current"))
      return
    fi
    command="\${COMP_WORDS[1]}"
    if [[ $command == help ]]; then
      COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$current"))
      return
    fi
  fi
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$(_medhelm_words "$command")" -- "$current"))
    return
  fi
  # the option before the cursor whose value this word is
  for ((i = COMP_CWORD - 1; i > first; i--)); do
    word="\${COMP_WORDS[i]}"
    [[ $word == -* ]] || continue
    values="$(_medhelm_words "$command $word")"
    if [[ $values == "one "* ]] && ((i < COMP_CWORD - 1)); then values=""; fi
    break
  done
  if [[ -n $values ]]; then words="\${values#* }"; else words="$(_medhelm_words "$command argument")"; fi
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=(); fi
}
complete -o bashdefault -o default -F _medhelm medhelm ${Object.keys(PROGRAMS).join(" ")}
`;
}
