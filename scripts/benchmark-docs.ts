// npm run docs:benchmarks: writes docs/benchmarks from the cards of all benchmarks.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { benchmarkDocs } from "@medhelm/benchmarks/docs/benchmark-docs";

const folder = fileURLToPath(new URL("../docs/benchmarks/", import.meta.url));
const docs = await benchmarkDocs();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!docs.has(name)) rmSync(`${folder}${name}`);
for (const [name, text] of docs) writeFileSync(`${folder}${name}`, text);
