import type { PageInstance } from "./page.ts";

/** An instance's thinking and its answer, apart from each other. */
export interface InstanceParts {
  /** absent: the reply shows no thinking */
  readonly thinking?: string;
  /** the response without thinking; absent if the request failed */
  readonly answer?: string;
}

/** Takes the thinking between marks out of the response, and adds it to the thinking that the server sent apart from it. */
export function instanceParts({ response, thinking = "", thinkingAt = [] }: PageInstance): InstanceParts {
  if (response === undefined) return {};
  const inside = thinkingAt.map(([start, end]) => response.slice(start, end));
  const all = [thinking, ...inside].filter((text) => text.trim() !== "");
  const bounds = [0, ...thinkingAt.flat(), response.length];
  const outside = bounds.flatMap((at, i) => (i % 2 === 0 ? response.slice(at, bounds[i + 1]) : []));
  const answer = thinkingAt.length === 0 ? response : outside.join("").trim();
  return { ...(all.length > 0 && { thinking: all.join("\n\n") }), answer };
}

export const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
