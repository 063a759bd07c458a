import { jsonAtMost } from "@medhelm/core/at-most";
import { z } from "zod";

export interface CommentTarget {
  /** e.g. https://api.github.com */
  readonly api: string;
  /** OWNER/NAME */
  readonly repository: string;
  readonly pullRequest: number;
  readonly token: string;
}

const Comments = z.array(z.object({ id: z.int(), body: z.string().nullish() }));
const MAX_REPLY_BYTES = 16 * 2 ** 20;
const PER_PAGE = 100;
/** A pull request with more comments gets a new one. */
const MAX_PAGES = 10;

/**
 * Puts the text on a pull request. A later run replaces the comment of an earlier one, which `mark` identifies.
 * Source: https://docs.github.com/rest/issues/comments
 * @returns a sentence about the reason if GitHub refuses, e.g. because the token of a fork may not write
 */
export async function putComment(target: CommentTarget, mark: string, text: string): Promise<string | undefined> {
  const body = `<!-- ${mark} -->\n${text}`;
  const comments = `repos/${target.repository}/issues/${target.pullRequest}/comments`;
  try {
    const earlier = await earlierComment(target, comments, mark);
    if (earlier === undefined) await send(target, "POST", comments, { body });
    else await send(target, "PATCH", `repos/${target.repository}/issues/comments/${earlier}`, { body });
    return undefined;
  } catch (error) {
    return `the pull request has no comment: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function earlierComment(target: CommentTarget, comments: string, mark: string): Promise<number | undefined> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const reply = await send(target, "GET", `${comments}?per_page=${PER_PAGE}&page=${page}`);
    const found = Comments.parse(await jsonAtMost(reply.body, MAX_REPLY_BYTES));
    const own = found.find(({ body }) => body?.startsWith(`<!-- ${mark} -->`) === true);
    if (own !== undefined || found.length < PER_PAGE) return own?.id;
  }
  return undefined;
}

async function send({ api, token }: CommentTarget, method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${api.replace(/\/+$/, "")}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      "user-agent": "medhelm-action",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(
      response.status === 403
        ? "the token may not write comments; give the job the permission pull-requests: write"
        : `GitHub answered with status ${response.status}`,
    );
  return response;
}
