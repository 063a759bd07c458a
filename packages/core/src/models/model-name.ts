import { enginePart } from "./deployment.ts";

/** One model under the names that servers give it: "Qwen/Qwen2.5-7B-Instruct", Ollama's "qwen2.5:7b-instruct", llama.cpp's path of a .gguf. */
function plain(name: string): string {
  const file = name
    .toLowerCase()
    .replace(/:latest$/, "")
    .replace(/\.gguf$/, "")
    .replaceAll(":", "-");
  return file.slice(file.lastIndexOf("/") + 1);
}

function find(names: readonly string[], listed: readonly string[]): string | undefined {
  return (
    listed.find((id) => names.includes(id)) ?? listed.find((id) => names.some((name) => plain(name) === plain(id)))
  );
}

/** Whether a server that lists these models serves one that goes by any of these names. */
export function listsModel(names: readonly string[], listed: readonly string[]): boolean {
  return find(names, listed) !== undefined;
}

/**
 * The name to send: the listed one that matches; the only one listed; else HELM's, the part after "/", so that a server of several
 * models refuses rather than answers with another one. `remark` says aloud what was not a match.
 */
export function chooseModelName(
  names: readonly [string, ...string[]],
  listed: readonly string[],
): { readonly modelSent: string; readonly remark?: string } {
  const match = find(names, listed);
  if (match !== undefined) return { modelSent: match };
  const [only] = listed;
  const engine = enginePart(names[0]);
  if (only === undefined) return { modelSent: engine };
  if (listed.length === 1)
    return {
      modelSent: only,
      remark: `which lists only "${only}", so that model answers; --model-name says otherwise`,
    };
  const some = listed.slice(0, 5).join(", ");
  return {
    modelSent: engine,
    remark: `which does not list it (${some}) and is asked for "${engine}"; --model-name says otherwise`,
  };
}
