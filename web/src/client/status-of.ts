/** The answer of a server to a request that failed, e.g. "returned status 503". A service gives the reason in a sentence. */
export async function statusOf(response: Response): Promise<string> {
  const status = `returned status ${response.status}`;
  if (response.headers.get("content-type")?.startsWith("application/problem+json") !== true) return status;
  const problem: unknown = await response.json().catch(() => undefined);
  return isProblem(problem) ? `${status}: ${problem.detail.replace(/\.$/, "")}` : status;
}

const isProblem = (value: unknown): value is { readonly detail: string } =>
  typeof value === "object" && value !== null && "detail" in value && typeof value.detail === "string";
