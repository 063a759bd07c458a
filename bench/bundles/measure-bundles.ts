import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { z } from "zod";
import { bundleFunctions, LAMBDAS } from "../../scripts/bundle.ts";

const TARGET_BYTES = 1_500_000;
const TARGET_MS = 150;
const IDLE_REFERENCE_MS = 24;
const TARGET_TIMES = Math.floor(TARGET_MS / IDLE_REFERENCE_MS);

const MeasurementTable = z.object({ wallMs: z.number(), cpuMs: z.number() });

/** Runs in a separate process, like a cold start: without Node's compile cache and without loaded modules. */
const IMPORT = `
const [startMs, cpu] = [performance.now(), process.cpuUsage()];
await import(process.argv[1]);
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ wallMs: performance.now() - startMs, cpuMs: (user + system) / 1000 }));
process.exit(0);`;

function importOnce(bundle: string): z.infer<typeof MeasurementTable> {
  const args = ["--input-type=module", "-e", IMPORT, pathToFileURL(bundle).href];
  return MeasurementTable.parse(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", env: {} })));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The import time of hono and zod on this machine now. It is 24 ms on an idle machine of the same kind, so it measures the load. */
async function reference(folder: string): Promise<string> {
  const outfile = join(folder, "reference.mjs");
  await build({
    stdin: {
      contents: 'export { Hono } from "hono"; export { z } from "zod";',
      resolveDir: fileURLToPath(new URL("../../functions/", import.meta.url)),
    },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  return outfile;
}

/** Bundles every function, measures the size of the bundle and the time of a cold import, and writes the table to README.md. */
export async function measureBundles(runs: number): Promise<void> {
  const readme = fileURLToPath(new URL("README.md", import.meta.url));
  const out = mkdtempSync(join(tmpdir(), "medhelm-bench-"));
  try {
    await bundleFunctions({ out, conf: fileURLToPath(new URL("../../conf/", import.meta.url)) });
    const measure = await reference(out);
    const referenceMs = median(Array.from({ length: runs }, () => importOnce(measure).wallMs));
    const rows = LAMBDAS.map((name) => {
      const folder = join(out, "functions", name);
      const files = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
      const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
      const zipped = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
      const measured = Array.from({ length: runs }, () => importOnce(join(folder, "index.mjs")));
      const wallMs = median(measured.map((one) => one.wallMs));
      const cpuMs = median(measured.map((one) => one.cpuMs));
      const least = Math.min(...measured.map((one) => one.wallMs));
      return { name, bytes, zipped, wallMs, least, cpuMs, times: wallMs / referenceMs };
    });
    const table = [
      "| function | code, kB | compressed, kB | cold import, ms (median) | least, ms | processor time, ms (median) | times the reference |",
      "|---|---|---|---|---|---|---|",
      ...rows.map(
        ({ name, bytes, zipped, wallMs, least, cpuMs, times }) =>
          `| ${name} | ${Math.round(bytes / 1000)} | ${Math.round(zipped / 1000)} | ${Math.round(wallMs)} | ${Math.round(least)} | ${Math.round(cpuMs)} | ${times.toFixed(1)} |`,
      ),
    ];
    const load = loadavg()[0] ?? Number.NaN;
    const isBusy = referenceMs > 2 * IDLE_REFERENCE_MS;
    const isSlow = (wallMs: number, times: number): boolean => (isBusy ? times >= TARGET_TIMES : wallMs >= TARGET_MS);
    const missed = rows
      .filter(({ bytes, wallMs, times }) => bytes >= TARGET_BYTES || isSlow(wallMs, times))
      .map(({ name }) => name);
    const text = `# Bundles of the Lambdas

\`node bench/bundles/run.ts\` bundles every function (scripts/bundle.ts) and imports each in ${runs} separate processes.
The import does not include AWS's clients: the first event loads them, which takes about 100 ms more (functions/aws/lazy-objects.ts).
Targets: under ${TARGET_BYTES / 1e6} MB of code, under ${TARGET_MS} ms. test/cloud/bundles.test.ts asserts the sizes; no test asserts the times.

${table.join("\n")}

Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}; load average ${load.toFixed(1)}.
The reference, an import of hono and zod, took ${Math.round(referenceMs)} ms; on an idle machine of this kind ${IDLE_REFERENCE_MS} ms. If it took much more, the machine was busy and the
times are not meaningful. Then use the last column: the target is ${TARGET_TIMES} times the reference.
${missed.length === 0 ? "All functions meet the targets." : `These functions exceed a target: ${missed.join(", ")}.`}
`;
    writeFileSync(readme, text);
    process.stdout.write(text);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
