import { jsonFault, positionAt } from "@medhelm/benchmarks/files/json-fault";

/** Finds the first fault of a damaged JSON text. HELM's NaN and Infinity are no faults. `isCut`: the text ends in the middle of a value. */
export function faultIn(text: string): { readonly line: number; readonly isCut: boolean } {
  const fault = jsonFault(text.replaceAll(/NaN|-?Infinity/g, (token) => "1".repeat(token.length)));
  return { line: positionAt(text, fault).line, isCut: UNFINISHED.test(text.slice(fault)) };
}

/** Nothing, a string without its closing quote, or a part of another value. */
const UNFINISHED = /^(?:"(?:[^"\\]|\\[^])*\\?|[-+.\w]*)$/;
