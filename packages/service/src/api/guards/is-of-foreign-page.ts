/**
 * Whether a page of another site, or of another port of this host, made the browser send the request. Such a page may link to this service, and
 * nothing else. Other programs do not send these headers; for them Host and Origin decide.
 */
export function isOfForeignPage(method: string, header: (name: string) => string | undefined): boolean {
  const site = header("sec-fetch-site");
  if (site !== "cross-site" && site !== "same-site") return false;
  return header("sec-fetch-mode") !== "navigate" || (method !== "GET" && method !== "HEAD");
}
