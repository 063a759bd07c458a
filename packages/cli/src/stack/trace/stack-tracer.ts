import { otlpTracer } from "@medhelm/adapters/trace/otlp-tracer";
import type { Log, Tracer } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { option } from "../../terminal/option.ts";
import { version } from "../../version.ts";

export const traceOptions = {
  otlpEndpoint: option(
    "url",
    "address of an OpenTelemetry collector (OTLP over HTTP), which gets the times of submissions, runs, phases and requests; --offline refuses it",
    z.url({ protocol: /^https?$/ }).optional(),
  ),
};

/** The settings of the traces, for the processes of a stack. */
export const TraceSettings = z.object(traceOptions);

interface Given extends z.infer<typeof TraceSettings> {
  readonly offline: boolean;
}

/** The tracer of a process of the stack; undefined if the user names no collector. */
export function stackTracer({ otlpEndpoint: endpoint, offline }: Given, log: Log): Tracer | undefined {
  if (endpoint === undefined) return undefined;
  if (offline)
    throw new UserError(
      "--otlp-endpoint sends names and times of the work to another program, which --offline forbids; leave out one of them",
    );
  return otlpTracer({
    endpoint,
    version,
    fetch,
    report: (reason) => log("warn", "the collector of --otlp-endpoint does not take the spans", { error: reason }),
  });
}
