import { greatest } from "@medhelm/core/greatest";
import type { Completion, Request } from "@medhelm/core/helm/scenario-state";
import type { ModelReply, ServerSays } from "@medhelm/core/ports";
import { wrongBytesFailure } from "./failures.ts";
import { withWrongCounts } from "./reply-parts.ts";

/** An answer of 128,000 tokens has about 600,000 characters. Readers of a longer text would take minutes. */
const MAX_ANSWER_CHARACTERS = 1_000_000;
/** The most that OpenAI's API allows to ask for. Each choice of a reply is stored, read and scored. */
const MOST_CHOICES = 128;
/** A completion has a text and its thinking; the rest is for names. */
const TEXTS = 3;

/** The answer; a failure if its texts, or its names, are longer than a model writes within its limit of tokens. */
export function withinLength(
  reply: Extract<ModelReply, { kind: "answer" }>,
  raw: unknown,
  { status, asked }: { readonly status: number; readonly asked: Pick<Request, "num_completions"> },
): ModelReply {
  const { completions } = reply.result;
  if (completions.length > Math.max(MOST_CHOICES, asked.num_completions)) {
    const what = `${completions.length} choices, and at most ${MOST_CHOICES} are read; correct the server`;
    return { kind: "failure", failure: wrongBytesFailure(status, what) };
  }
  const longest = greatest(completions.flatMap(({ text, thinking }) => [text.length, thinking?.text?.length ?? 0]));
  const all = completions.reduce((sum, one) => sum + charactersOf(one), 0) + namesLength(reply.server);
  const mostOfAll = TEXTS * MAX_ANSWER_CHARACTERS * Math.max(1, asked.num_completions);
  if (longest <= MAX_ANSWER_CHARACTERS && all <= mostOfAll) return withWrongCounts(reply, raw);
  const [characters, most] = longest > MAX_ANSWER_CHARACTERS ? [longest, MAX_ANSWER_CHARACTERS] : [all, mostOfAll];
  const what = `an answer of ${characters} characters, and at most ${most} are read; let the server keep to max_tokens`;
  return { kind: "failure", failure: wrongBytesFailure(status, what) };
}

const charactersOf = ({ text, thinking, finish_reason: end }: Completion): number =>
  text.length + (thinking?.text?.length ?? 0) + (end?.reason.length ?? 0);

const namesLength = (server: ServerSays | undefined): number =>
  (server?.model?.length ?? 0) + (server?.fingerprint?.length ?? 0);
