import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import { keepReportsPrivate } from "@medhelm/adapters/private-reports";
import { compilePatternsOnce } from "@medhelm/adapters/threads/compile-patterns-once";
import { exitCodes } from "@medhelm/core/exit-codes";
import { commandFor } from "./command-for.ts";
import { applyProxy } from "./terminal/apply-proxy.ts";
import { globalFlags } from "./terminal/global-flags.ts";
import { sayInterrupted } from "./terminal/say-interrupted.ts";

keepReportsPrivate();
compilePatternsOnce();

// e.g. the reader of the output has ended, as in `medhelm inspect RUN | head`
process.stdout.on("error", (error) => void failedOutput("stdout", error));
process.stderr.on("error", (error) => void failedOutput("stderr", error));
async function failedOutput(output: "stdout" | "stderr", error: Error): Promise<void> {
  const { onOutputError } = await import("./terminal/on-output-error.ts");
  onOutputError(output, error);
}

const program = basename(process.argv[1] ?? "medhelm").replace(/\.js$/, "");
const { args, isQuiet, isVerbose } = globalFlags(process.argv.slice(2));
const release = isQuiet ? (await import("./terminal/hold-messages.ts")).holdMessages(process.stderr) : () => undefined;
sayInterrupted(() => release(true));
try {
  await applyProxy(process.env, args.includes("--offline"));
  const command = await commandFor(program, args);
  await setImmediate(); // the command works in another turn of the event loop than the loading of its code
  process.exitCode = await command();
} catch (error) {
  const { reportError } = await import("./terminal/report-error.ts");
  process.exitCode = reportError(error, isVerbose);
}
release(process.exitCode !== exitCodes.success);
// A connection that its peer has not answered yet would keep the process for seconds. The reader of a pipe may take longer.
if (process.exitCode !== exitCodes.interrupted) await Promise.all([written(process.stdout), written(process.stderr)]);
setTimeout(() => process.exit(), 200).unref();

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write("", () => resolve()));
}
