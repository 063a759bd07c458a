#!/usr/bin/env node
// The program of the packed command line. Old JavaScript syntax, because every Node must be able to read it and print the sentence below.
import module from "node:module";
import { dirname } from "node:path";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(
    `medhelm needs Node 22.15 or newer, but this is ${process.version}; install it from https://nodejs.org`,
  );
  process.exit(2);
}
// Node 22 warns that SQLite is experimental. The tests run with it.
const warn = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  if (!/SQLite is an experimental feature/.test(String(warning))) warn.call(process, warning, ...rest);
};
if (module.enableCompileCache) {
  module.enableCompileCache();
  const folder = module.getCompileCacheDir();
  // Threads have no cache without the variable, and would compile their program at each start.
  if (folder !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(folder);
}
await import(new URL("medhelm.mjs", import.meta.url).href);
