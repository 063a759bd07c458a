/** Markup around a reply that changes no reading of it. */
export const MARKUP: readonly ((reply: string) => string)[] = [
  (reply) => `**${reply}**`,
  (reply) => `> ${reply.replaceAll("\n", "\n> ")}`,
  (reply) => `\`\`\`\n${reply}\n\`\`\``,
  (reply) => `<p>${reply}</p>`,
  (reply) => `\u200b${reply}\ufeff`,
  (reply) => `  ${reply}\n\n`,
];
