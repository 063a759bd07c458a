import { FHIR_BASE, type FhirReply, type FhirServer } from "@medhelm/core/agents/fhir-server";
import { readAtMost } from "@medhelm/core/at-most";
import { UserError } from "@medhelm/core/user-error";
import { stableBundle } from "./stable-bundle.ts";

/** A patient's whole list of laboratory values has a few megabytes. */
const MAX_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 60_000;

/** Reads a FHIR server over HTTP. It follows no redirect, because the text goes to a model. */
export function fhirServer(baseUrl: string): FhirServer {
  const base = `${baseUrl.replace(/\/+$/, "")}/`;
  return {
    async read(query): Promise<FhirReply> {
      const reply = await reach(base, query);
      if (reply.status >= 500 || reply.status === 429)
        throw new UserError(`the FHIR server at ${base} answered HTTP ${reply.status} to ${query}; ${START}`);
      return { status: reply.status, text: stableBundle(reply.text).replaceAll(base, FHIR_BASE) };
    },
  };
}

const START = "start it, or correct --fhir-server, and run the same command again; the answers are kept";

async function reach(base: string, query: string): Promise<FhirReply> {
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
