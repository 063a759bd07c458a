import type { Access } from "../profile.ts";

/**
 * The scope in which answers are stored and found again. Answers to a public benchmark have one scope for all owners; answers to any other
 * text stay with their owner.
 */
export const answerScope = (access: Access, owner: string): string => (access === "public" ? "public" : owner);
