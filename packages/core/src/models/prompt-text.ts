import type { Request } from "../helm/scenario-state.ts";

/** Returns the prompt as one text, for models without messages. It joins the messages of a conversation; HELM's client reads `prompt` only. */
export const promptText = ({ messages, prompt }: Request): string =>
  messages?.map(({ content }) => content).join("\n\n") ?? prompt;
