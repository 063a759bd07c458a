/**
 * The cost of a request through our model client and through undici alone: `node bench/model-client/run.ts [--requests N]`.
 * Each client runs in its own process against a stub server that answers at once. Writes the table into bench/model-client/README.md.
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";

const RUNS = 3;
const CLIENTS = {
  undici: "undici.request alone",
  ours: "openaiClient (packages/adapters/src/models/openai.ts)",
} as const;
const Measured = z.object({ requestsPerS: z.number(), cpuUs: z.number(), peakRssMb: z.number() });

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const { values } = parseArgs({ options: { requests: { type: "string", default: "20000" } } });

const server = fork(pathOf("stub-server.ts"));
try {
  const [port] = z.tuple([z.int()]).parse((await once(server, "message")).slice(0, 1));
  const rows = Object.entries(CLIENTS).map(([name, label]) => {
    const runs = Array.from({ length: RUNS }, () =>
      Measured.parse(
        JSON.parse(
          execFileSync(process.execPath, [pathOf("client.ts"), name, String(port), values.requests], {
            encoding: "utf8",
          }),
        ),
      ),
    );
    const range = (of: (run: z.infer<typeof Measured>) => number): string => {
      const numbers = runs.map(of).toSorted((a, b) => a - b);
      return `${Math.round(numbers[0] ?? Number.NaN)} to ${Math.round(numbers.at(-1) ?? Number.NaN)}`;
    };
    return `| ${label} | ${range((run) => run.requestsPerS)} | ${range((run) => run.cpuUs)} | ${range((run) => run.peakRssMb)} |`;
  });
  writeFileSync(
    pathOf("README.md"),
    `# Cost of a model request

\`node bench/model-client/run.ts\` sends ${values.requests} chat requests with a prompt of 1.2 kB, 64 at a time, to a stub server that answers at once.
Each client runs ${RUNS} times in its own process. The table shows the lowest and the highest value.

| client | requests/s | CPU µs a request | peak RSS, MB |
|---|---|---|---|
${rows.join("\n")}

Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} x ${cpus()[0]?.model.trim() ?? "?"}; load average ${(loadavg()[0] ?? 0).toFixed(1)}. The stub server takes a part of the same cores.
`,
  );
  process.stdout.write(`${rows.join("\n")}\n`);
} finally {
  server.kill();
}
