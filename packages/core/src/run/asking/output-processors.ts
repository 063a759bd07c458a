import { nearNames } from "../../text/near-names.ts";
import { UserError } from "../../user-error.ts";

export type OutputProcessor = (completion: string) => string;

/**
 * Removes DeepSeek R1's thinking and the following empty line from a completion. If the thinking never ends, the result is empty.
 * Source: helm/benchmark/metrics/output_processors.py.
 *
 * HELM: it removes everything from the first "<think>" to the last "</think>", including text between two blocks.
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

/** Returns the processor of `process_output=NAME`. NAME may be HELM's dotted Python path. @throws UserError for an unknown name */
export function outputProcessor(name: string): OutputProcessor {
  const short = name.slice(name.lastIndexOf(".") + 1);
  const processor = processors.get(short);
  if (processor !== undefined) return processor;
  const near = nearNames(short, processors.keys());
  const known = [...(near.length > 0 ? near : processors.keys())].join(", ");
  throw new UserError(`process_output=${name} is not an output processor; use ${known}`);
}
