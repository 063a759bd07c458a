import { join, type ReplyText, replace, slice } from "../text/reply-text.ts";

/** Private characters around the text of a field, tag or box that states the answer. Normalizing removes them from replies. */
export const FIELD_START = "\ue000";
export const BOX_START = "\ue002";
export const CLAIM_END = "\ue001";
const MARKS = /[\ue000-\ue002]/g;

export interface Claim {
  readonly kind: "field" | "box";
  readonly text: ReplyText;
  /** The text between the claim before it and this one. */
  readonly before: string;
  /** A box with the brackets behind it, such as "A (Aspirin)". */
  readonly remarked?: ReplyText;
}

/** Returns the texts of the fields, tags and boxes that state the answer, in order; of nested ones the innermost. */
export function claimsOf(text: ReplyText): Claim[] {
  const claims: Claim[] = [];
  let after = 0;
  let open: { readonly kind: Claim["kind"]; readonly from: number } | undefined;
  for (const mark of text.text.matchAll(MARKS)) {
    if (mark[0] !== CLAIM_END) open = { kind: mark[0] === BOX_START ? "box" : "field", from: mark.index + 1 };
    else if (open !== undefined) {
      const behind = BRACKETS.exec(text.text.slice(mark.index + 1, mark.index + 120))?.[0] ?? "";
      const own = slice(text, open.from, mark.index);
      const brackets = slice(text, mark.index + 1, mark.index + 1 + behind.length);
      claims.push({
        kind: open.kind,
        text: own,
        before: text.text.slice(after, open.from),
        ...(open.kind === "box" && behind !== "" ? { remarked: join([own, brackets]) } : {}),
      });
      after = mark.index;
      open = undefined;
    }
  }
  return claims.length > 2 * MOST ? [...claims.slice(0, MOST), ...claims.slice(-MOST)] : claims;
}

/** Brackets directly behind a box. */
const BRACKETS = /^\$*\s?\([^()\n]{2,80}\)/;

/** A reply in a loop may repeat its answer more often. The repetitions in the middle add nothing. */
const MOST = 50;

/** Removes the marks. */
export const withoutClaimMarks = (text: ReplyText): ReplyText => replace(text, MARKS, "");
