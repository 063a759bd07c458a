// npm run docs:reference: writes docs/reference from the commands, the API's description and the sources of keys and codes.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { referenceDocs } from "./reference/reference-docs.ts";

const folder = fileURLToPath(new URL("../docs/reference/", import.meta.url));
const docs = await referenceDocs();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!docs.has(name)) rmSync(`${folder}${name}`);
for (const [name, text] of docs) writeFileSync(`${folder}${name}`, text);
