/** Measures the cost of a request through our model client and through undici alone. Each client runs in its own process against a stub server that answers at once. */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { defineCommand } from "medhelm/terminal/define-command";
import { option } from "medhelm/terminal/option";
import { positiveInt } from "medhelm/terminal/option-values";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";

const RUNS = 3;
const CLIENTS = {
  undici: "undici.request alone",
  ours: "openaiClient (packages/adapters/src/models/openai.ts)",
} as const;
const Measured = z.object({ requestsPerS: z.number(), cpuUs: z.number(), peakRssMb: z.number() });

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export const command = defineCommand({
  name: "node bench/model-client/run.ts",
  description:
    "Measures the cost of a request through our model client and through undici alone, and writes the table into bench/model-client/README.md. It takes about a minute.",
  options: { requests: option("n", "requests of each of three runs of a client", positiveInt.default(20_000)) },
  async run({ requests }) {
    await measureClients(requests);
    return 0;
  },
});

async function measureClients(requests: number): Promise<void> {
  const server = fork(pathOf("stub-server.ts"));
  try {
    const [port] = z.tuple([z.int()]).parse((await once(server, "message")).slice(0, 1));
    const rows = Object.entries(CLIENTS).map(([name, label]) => {
      const runs = Array.from({ length: RUNS }, () =>
        Measured.parse(
          JSON.parse(
            execFileSync(process.execPath, [pathOf("client.ts"), name, String(port), String(requests)], {
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

\`node bench/model-client/run.ts\` sends ${requests} chat requests with a prompt of 1.2 kB, 64 at a time, to a stub server that answers at once.
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
}

if (import.meta.main) await runProgram(command);
