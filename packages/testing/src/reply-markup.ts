const everyLine = (reply: string, mark: string): string => `${mark}${reply.replaceAll("\n", `\n${mark}`)}`;
const isLine = (reply: string): boolean => !reply.includes("\n");

/** Markup around a reply that changes no reading of it. A wrapper for one line leaves others as they are. */
export const MARKUP: readonly ((reply: string) => string)[] = [
  (reply) => `**${reply}**`,
  (reply) => everyLine(reply, "> "),
  (reply) => (reply.includes("```") ? reply : `\`\`\`\n${reply}\n\`\`\``),
  (reply) => `<p>${reply}</p>`,
  (reply) => `\u200b${reply}\ufeff`,
  (reply) => `  ${reply}\n\n`,
  (reply) => `***\n${reply}\n***`,
  (reply) => `### Final Answer\n\n${reply}`,
  (reply) => `- ${reply}`,
  (reply) => `<answer>\n${reply}\n</answer>`,
  (reply) => `{"answer": ${JSON.stringify(reply)}}`,
  (reply) => (isLine(reply) && !reply.includes("|") ? `| Answer |\n|---|\n| ${reply} |` : reply),
  (reply) => (isLine(reply) && !/[\\{}]/.test(reply) ? `$\\boxed{\\text{${reply}}}$` : reply),
];

/** A reply as the item of a list. Where a number may be the answer, its number may be one. */
export const listItem = (reply: string): string => `1. ${reply}`;

/** Thinking before a reply, with {X} for another answer. */
export const THINKING: readonly string[] = [
  "<think>The answer is {X}. Answer: {X}</think>\n",
  "Is it {X}? Answer: {X}\n</think>\n\n",
  "[THINK]{X}[/THINK]",
  "◁think▷{X}◁/think▷",
  "<unused94>thought\n{X}<unused95>",
  "<|channel|>analysis<|message|>{X}? Answer: {X}<|end|><|start|>assistant<|channel|>final<|message|>",
  "<analysis>The answer is {X}.</analysis>\n\n",
  "```thinking\n{X}\n```\n",
  "**Thinking:** {X}\n\n**Answer:** ",
];

/** Words after a reply, with {X} for another answer. */
export const COURTESY: readonly string[] = [
  "\n\nI hope this helps!",
  "\n\nLet me know if you have any questions.",
  "\n\nThis is no medical advice; please consult a physician.",
  "\n\nGood luck!",
  "\n***\nTake care!",
  "<|im_end|>",
  "</s>",
  "\n\nUser: thanks\nAssistant: {X}",
];

/** The reply itself, and with thinking before it, words after it and markup around it. */
export const variantsOf = (reply: string, other: string): string[] => [
  reply,
  ...THINKING.map((thinking) => thinking.replaceAll("{X}", other) + reply),
  ...COURTESY.map((courtesy) => reply + courtesy.replaceAll("{X}", other)),
  ...MARKUP.map((wrap) => wrap(reply)),
];
