import type { Request } from "../helm/scenario-state.ts";

/** The prompt as one text, for models that take no messages: a conversation's messages are joined. HELM's own client reads `prompt` only. */
export const promptText = ({ messages, prompt }: Request): string =>
  messages?.map(({ content }) => content).join("\n\n") ?? prompt;
