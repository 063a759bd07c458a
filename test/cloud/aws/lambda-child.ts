// One Lambda instance. It imports a bundle at its first event and passes it one event at a time.
import { pathToFileURL } from "node:url";
import { z } from "zod";

const Handler = z.custom<(event: unknown, context: unknown) => Promise<unknown>>(
  (value) => typeof value === "function",
);
const Message = z.object({ id: z.number(), event: z.unknown(), timeoutMs: z.number() });

let handler: Promise<z.infer<typeof Handler>> | undefined;

async function load(): Promise<z.infer<typeof Handler>> {
  const [, , bundle = ""] = process.argv;
  const module: unknown = await import(pathToFileURL(bundle).href);
  return z.object({ handler: Handler }).parse(module).handler;
}

process.on("message", (received) => {
  const { id, event, timeoutMs } = Message.parse(received);
  const deadline = Date.now() + timeoutMs;
  const context = {
    awsRequestId: crypto.randomUUID(),
    functionName: "test",
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  (handler ??= load())
    .then((handle) => handle(event, context))
    .then(
      (result) => process.send?.({ id, result: result ?? null }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? (error.stack ?? "") : String(error) }),
    );
});
process.on("disconnect", () => process.exit(0));
