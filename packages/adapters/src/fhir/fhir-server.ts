import { FHIR_BASE, type FhirReply, type FhirServer } from "@medhelm/core/agents/fhir-server";
import { readAtMost } from "@medhelm/core/at-most";
import { UserError } from "@medhelm/core/user-error";
import { type PageOf, pageOf } from "./page-of.ts";
import { stableBundle } from "./stable-bundle.ts";
import { nextLink, stableLinks } from "./stable-links.ts";

/** A patient's whole list of laboratory values has a few megabytes. */
const MAX_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 60_000;

type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A list with more pages is a fault of the server, whose links may form a circle. */
const MAX_PAGES = 500;

/**
 * Reads a FHIR server over HTTP. It follows no redirect, because the text goes to a model. A later page of a list is read by searching again and
 * following the server's links. A resumed run could not use stored links, because their ids are random and expire.
 */
export function fhirServer(baseUrl: string, fetch: Fetch = globalThis.fetch): FhirServer {
  const bare = baseUrl.replace(/\/+$/, "");
  return {
    async read(query): Promise<FhirReply> {
      const wanted = pageOf(query);
      if (wanted === undefined) return { status: 400, text: `${/_medhelm_page=[^&]*/.exec(query)?.[0]} is no page` };
      const { reply, page } = await readPage(bare, wanted, fetch);
      if (wanted.page !== "last" && page < wanted.page) return { status: 404, text: `the list has ${page} pages` };
      const text = stableLinks(stableBundle(reply.text), wanted.search, page);
      return { status: reply.status, text: withoutAddress(text, bare) };
    },
  };
}

/** The wanted page of a search, or the last one if there are fewer. */
async function readPage(
  bare: string,
  { search, page }: PageOf,
  fetch: Fetch,
): Promise<{ reply: FhirReply; page: number }> {
  const base = `${bare}/`;
  let reply = await readOnce(base, search, fetch);
  for (let at = 1; at < MAX_PAGES; at++) {
    const next = at === page ? undefined : nextLink(reply.text);
    if (next === undefined) return { reply, page: at };
    const address = new URL(next, base).href;
    if (!address.startsWith(base) && !address.startsWith(`${bare}?`))
      throw new UserError(
        `the FHIR server at ${base} sends the next page of ${search} at another address, ${next}; give --fhir-server the address by which the server names itself`,
      );
    reply = await readOnce(base, address, fetch);
  }
  throw new UserError(
    `the FHIR server at ${base} has more than ${MAX_PAGES} pages of ${search}; let it send longer pages`,
  );
}

async function readOnce(base: string, query: string, fetch: Fetch): Promise<FhirReply> {
  const reply = await reach(base, query, fetch);
  if (reply.status >= 500 || reply.status === 429)
    throw new UserError(`the FHIR server at ${base} answered HTTP ${reply.status} to ${query}; ${START}`);
  return reply;
}

/** The server's own address reads as FHIR_BASE, also where only a search follows it. */
function withoutAddress(text: string, bare: string): string {
  const shown = FHIR_BASE.replace(/\/$/, "");
  return ["/", "?", '"'].reduce((rest, end) => rest.replaceAll(bare + end, shown + end), text);
}

const START = "start it, or correct --fhir-server, and run the same command again; the answers are kept";

async function reach(base: string, query: string, fetch: Fetch): Promise<FhirReply> {
  try {
    const response = await fetch(new URL(query, base), {
      headers: { accept: "application/fhir+json, application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = response.body === null ? new Uint8Array() : await readAtMost(response.body, MAX_BYTES);
    if (bytes === undefined) throw new Error(`more than ${MAX_BYTES} bytes`);
    return { status: response.status, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`the FHIR server at ${base} does not answer ${query} (${why}); ${START}`, { cause: error });
  }
}
