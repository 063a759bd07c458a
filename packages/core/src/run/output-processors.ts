import { nearNames } from "../text/near-names.ts";
import { UserError } from "../user-error.ts";

export type OutputProcessor = (completion: string) => string;

/**
 * Takes DeepSeek R1's thinking out of a completion, with the empty line after it; thinking that never ends leaves nothing.
 * Source: helm/benchmark/metrics/output_processors.py.
 *
 * HELM: from the first "<think>" to the last "</think>", text between two blocks included.
 */
export const removeDeepseekR1Thinking: OutputProcessor = (completion) => {
  const start = completion.indexOf("<think>");
  if (start < 0) return completion;
  const end = ["</think>\n\n", "</think>"].find((mark) => completion.includes(mark));
  if (end === undefined) return "";
  const at = completion.lastIndexOf(end);
  return at < start ? completion : completion.slice(0, start) + completion.slice(at + end.length);
};

const processors: ReadonlyMap<string, OutputProcessor> = new Map([
  ["remove_deepseek_r1_thinking", removeDeepseekR1Thinking],
]);

/** The processor of `process_output=NAME`; HELM's dotted Python path names it too. Throws UserError for an unknown one. */
export function outputProcessor(name: string): OutputProcessor {
  const short = name.slice(name.lastIndexOf(".") + 1);
  const processor = processors.get(short);
  if (processor !== undefined) return processor;
  const near = nearNames(short, processors.keys());
  const known = [...(near.length > 0 ? near : processors.keys())].join(", ");
  throw new UserError(`process_output=${name} names no output processor; there is ${known}`);
}
