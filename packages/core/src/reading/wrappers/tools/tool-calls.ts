import { functionCalls } from "./function-calls.ts";
import type { Step } from "../../reading.ts";
import { stepCalls } from "./step-calls.ts";
import { taggedAnswer } from "./tagged-answer.ts";
import { taggedCalls } from "./tagged-calls.ts";
import type { ReplyText } from "../../text/reply-text.ts";

/**
 * Leaves out calls to tools in the layouts of present models: tags, tokens, lines of an agent and functions. fields() does so with objects.
 * The value that a tool named for the final answer gets is a field that states the answer.
 */
export const toolCalls = (text: ReplyText, steps: Step[]): ReplyText =>
  functionCalls(stepCalls(taggedCalls(text, steps, taggedAnswer), steps), steps);
