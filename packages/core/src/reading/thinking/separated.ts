import type { Step } from "../reading.ts";
import type { ReplyText } from "../text/reply-text.ts";

/** A reply without its thinking; undefined: the thinking never ends. */
export interface Separated {
  readonly text: ReplyText | undefined;
  readonly steps: readonly Step[];
}
