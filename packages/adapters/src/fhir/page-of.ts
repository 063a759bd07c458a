/** Names a page of a list by its search and its number, because a server's own links may have a random id that expires. */
const PAGE = "_medhelm_page";

/** `page` counts from 1. */
export interface PageOf {
  readonly search: string;
  readonly page: number | "last";
}

/** The page that a query names. @returns undefined for a number that is no page */
export function pageOf(query: string): PageOf | undefined {
  const [path = "", ...rest] = query.split("?");
  const parameters = rest.join("?").split("&");
  const pages = parameters.flatMap((one) => (one.startsWith(`${PAGE}=`) ? [one.slice(PAGE.length + 1)] : []));
  const named = pages.at(-1);
  if (named === undefined) return { search: query, page: 1 };
  const others = new Set(parameters.filter((one) => one !== "" && !one.startsWith(`${PAGE}=`)));
  const search = others.size === 0 ? path : `${path}?${[...others].join("&")}`;
  if (named === "last") return { search, page: named };
  return /^[1-9]\d{0,3}$/.test(named) ? { search, page: Number(named) } : undefined;
}

/** The query of a page, below the server's base. */
export function queryOf({ search, page }: PageOf): string {
  if (page === 1) return search;
  return `${search}${search.includes("?") ? "&" : "?"}${PAGE}=${page}`;
}
