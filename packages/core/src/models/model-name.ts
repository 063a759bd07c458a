import { enginePart } from "./deployment.ts";

/** Normalises the names that servers use for one model: "Qwen/Qwen2.5-7B-Instruct", Ollama's "qwen2.5:7b-instruct", a .gguf path of llama.cpp. */
function normalisedName(name: string): string {
  const file = name
    .toLowerCase()
    .replace(/:latest$/, "")
    .replace(/\.gguf$/, "")
    .replaceAll(":", "-");
  return file.slice(file.lastIndexOf("/") + 1);
}

function findListed(names: readonly string[], listed: readonly string[]): string | undefined {
  return (
    listed.find((id) => names.includes(id)) ??
    listed.find((id) => names.some((name) => normalisedName(name) === normalisedName(id)))
  );
}

/** True if a reply's model is one of the names, or a version of it, such as gpt-4o-2024-08-06 of gpt-4o. */
export function isReportedAs(reported: string, names: readonly string[]): boolean {
  const own = normalisedName(reported);
  return names.map(normalisedName).some((name) => own === name || isVersion(own, name) || isVersion(name, own));
}

const isVersion = (version: string, name: string): boolean =>
  version.startsWith(name) && /^[-@.]/.test(version.slice(name.length));

/** True if a listed model matches one of the names. */
export function listsModel(names: readonly string[], listed: readonly string[]): boolean {
  return findListed(names, listed) !== undefined;
}

/**
 * Chooses the model name for requests: the listed model that matches, else the only listed model, else HELM's name (the part after "/").
 * With HELM's name, a server of several models refuses the request instead of answering with another model.
 * `remark` explains a choice that is not a match. `isAnother`: the server answers with a model of another name.
 */
export function chooseModelName(
  names: readonly [string, ...string[]],
  listed: readonly string[],
): { readonly modelSent: string; readonly isAnother?: true; readonly remark?: string } {
  const match = findListed(names, listed);
  if (match !== undefined) return { modelSent: match };
  const [only] = listed;
  const engine = enginePart(names[0]);
  if (only === undefined) return { modelSent: engine };
  if (listed.length === 1)
    return {
      modelSent: only,
      isAnother: true,
      remark: `which lists only "${only}", so that model is used`,
    };
  const shown = listed.slice(0, 5).join(", ");
  return {
    modelSent: engine,
    remark: `which does not list it (${shown}); requests name "${engine}"`,
  };
}
