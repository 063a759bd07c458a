import type { PageInstance } from "@medhelm/core/release/pages/page";
import { taskEnd } from "@medhelm/core/release/pages/task-end";

type Transcript = NonNullable<PageInstance["transcript"]>;
type Turn = Transcript["turns"][number];

/** The steps of an agent's task: the model's words and calls, what the environment answered, how the task ended, and what code checked. */
export function transcriptText(transcript: Transcript, thinkingText: (text: string) => string): string {
  const { turns, checks } = transcript;
  return [
    ...turns.flatMap((turn, i) => turnLines(turn, i + 1, thinkingText)),
    taskEnd(transcript),
    ...checks.map(
      ({ name, passed, detail }) =>
        `check ${name}: ${passed ? "passed" : "failed"}${detail === undefined ? "" : ` (${detail})`}`,
    ),
  ].join("\n");
}

function turnLines(
  { text, thinking, calls, says, invalid, cut }: Turn,
  step: number,
  thinkingText: (text: string) => string,
): string[] {
  return [
    `step ${step}${cut === true ? " (the limit of tokens cut it)" : ""}`,
    ...(thinking === undefined ? [] : [`thinking: ${thinkingText(thinking)}`]),
    ...(text === "" ? [] : [`assistant: ${text}`]),
    ...calls.flatMap(({ name, arguments: given, result, invalid: why }) => [
      `tool call: ${name}(${given})`,
      `tool result${why === undefined ? "" : ", not carried out"}: ${result}`,
    ]),
    ...(invalid === undefined ? [] : [`not carried out: ${invalid}`]),
    ...(says === undefined ? [] : [`user: ${says}`]),
  ];
}
