import type { WordingPart } from "../define.ts";
import { alike } from "../shared/read-wording.ts";

export const BELOW_CONVERSATION = "\n\n";

/** The text below a conversation: its last paragraph. */
export const wording: WordingPart<unknown, "request"> = {
  own: { request: "Write what the counselor says next, with empathy and in a way that fits the client's situation:" },
  read: (texts) =>
    alike(texts, (text) => {
      const end = text.lastIndexOf(BELOW_CONVERSATION);
      return end < 0 ? undefined : { request: text.slice(end + BELOW_CONVERSATION.length) };
    }),
};
