import { searchIndex } from "../../src/docs/search-index.ts";
import { documentPages } from "../documents.ts";

export const GET = (): Response => {
  const pages = documentPages.map(({ page, title, html }) => ({ address: page, title, html }));
  return new Response(`globalThis.medhelmDocs=${JSON.stringify(searchIndex(pages))};`);
};
