/** In the order of the panel's weights. */
export const RATINGS = ["-2", "-1", "0", "+1", "+2"] as const;
const LEAST = -2;
const MOST = 2;

/** HELM: joins every signed rating within the five characters after the first "Rating: ". The result must be one number. */
export function helmRating(reply: string): number | undefined {
  const behind = Array.from(reply.split("Rating: ")[1] ?? "")
    .slice(0, 5)
    .join("");
  const joined = (behind.match(/\+2|\+1|0|-1|-2/g) ?? []).join("");
  const rating = /^[+-]?\d+$/.test(joined) ? Number(joined) : Number.NaN;
  return rating >= LEAST && rating <= MOST ? rating + 0 : undefined;
}

const STATED =
  /\brating\b(?:\s+is\b)?\s*[:=]?\s*["'(]*([+\-−–]?\s?[012])(?![\d.]*\d|\s*(?:,|\/|or|and|to)\s*[+\-−–]?[012])/iu;
const BARE = /^["'(]*([+\-−–]?\s?[012])[)"'.]*$/u;

/** `corrected`: the first rating that the reply states, or the reply itself if it is a rating. The plus sign is optional. */
export function statedRating(reply: string): number | undefined {
  const text = reply.replace(/[*_`$]+/g, "").trim();
  const found = (STATED.exec(text) ?? BARE.exec(text))?.[1];
  return found === undefined ? undefined : Number(found.replace(/\s/g, "").replace(/[−–]/u, "-")) + 0;
}
