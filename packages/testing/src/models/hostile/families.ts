/** The APIs that the clients speak. */
export type Family = "chat" | "completions" | "anthropic" | "gemini" | "bedrock";

interface Parts {
  readonly text: string;
  /** counts of tokens, right or wrong */
  readonly tokens: unknown;
}
interface Shapes {
  /** a right answer with these counts */
  readonly answer: (parts: Parts) => object;
  /** an answer without any choice */
  readonly noChoice: object;
  /** a choice whose content is null */
  readonly nullContent: object;
  /** a choice that only calls a tool */
  readonly toolCall: object;
}

const call = { name: "search", arguments: "{}" };

/** The replies of each API whose form is right and whose content is not. */
export const FAMILIES: Readonly<Record<Family, Shapes>> = {
  chat: {
    answer: ({ text, tokens }) => ({
      choices: [{ message: { role: "assistant", content: text }, finish_reason: "stop" }],
      usage: { prompt_tokens: tokens, completion_tokens: tokens },
    }),
    noChoice: { choices: [], usage: {} },
    nullContent: { choices: [{ message: { role: "assistant", content: null }, finish_reason: "stop" }] },
    toolCall: {
      choices: [
        {
          message: { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: call }] },
          finish_reason: "tool_calls",
        },
      ],
    },
  },
  completions: {
    answer: ({ text, tokens }) => ({
      choices: [{ text, finish_reason: "stop" }],
      usage: { prompt_tokens: tokens, completion_tokens: tokens },
    }),
    noChoice: { choices: [] },
    nullContent: { choices: [{ text: null, finish_reason: "stop" }] },
    toolCall: { choices: [{ tool_calls: [call], finish_reason: "tool_calls" }] },
  },
  anthropic: {
    answer: ({ text, tokens }) => ({
      content: [{ type: "text", text }],
      stop_reason: "end_turn",
      usage: { input_tokens: tokens, output_tokens: tokens },
    }),
    noChoice: { content: [], stop_reason: "end_turn" },
    nullContent: { content: null, stop_reason: "end_turn" },
    toolCall: { content: [{ type: "tool_use", id: "1", name: "search", input: {} }], stop_reason: "tool_use" },
  },
  gemini: {
    answer: ({ text, tokens }) => ({
      candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: tokens },
    }),
    noChoice: { candidates: [] },
    nullContent: { candidates: [{ content: null, finishReason: "STOP" }] },
    toolCall: { candidates: [{ content: { parts: [{ functionCall: call }] }, finishReason: "STOP" }] },
  },
  bedrock: {
    answer: ({ text, tokens }) => ({
      output: { message: { role: "assistant", content: [{ text }] } },
      stopReason: "end_turn",
      usage: { inputTokens: tokens, outputTokens: tokens },
    }),
    noChoice: { output: { message: { role: "assistant", content: [] } }, stopReason: "end_turn" },
    nullContent: { output: { message: null }, stopReason: "end_turn" },
    toolCall: {
      output: { message: { role: "assistant", content: [{ toolUse: { name: "search", input: {} } }] } },
      stopReason: "tool_use",
    },
  },
};
