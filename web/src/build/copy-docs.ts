import { cp } from "node:fs/promises";

/** Puts the built documentation into a site. Without `compress` it leaves out the compressed files. */
export const copyDocs = (docs: string, to: string, compress: boolean): Promise<void> =>
  cp(docs, to, { recursive: true, filter: (path) => compress || !/\.(?:gz|br)$/.test(path) });
