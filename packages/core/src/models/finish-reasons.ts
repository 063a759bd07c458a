/** The finish reason of a reply that calls tools and has no text, in OpenAI's words. */
export const TOOL_CALLS = "tool_calls";

/** Whether a finish reason says that the reply calls tools, in the words of OpenAI, its older API or Anthropic. */
export const isToolCall = (reason: string | undefined): boolean =>
  reason === TOOL_CALLS || reason === "function_call" || reason === "tool_use";
