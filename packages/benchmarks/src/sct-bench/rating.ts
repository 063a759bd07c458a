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
