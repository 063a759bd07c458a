import { expect, test } from "vitest";
import { stackTracer } from "./stack-tracer.ts";

test("--offline refuses a collector, on this machine, too", () => {
  const given = { otlpEndpoint: "http://127.0.0.1:4318", offline: true };
  expect(() => stackTracer(given, () => undefined)).toThrow(
    "--otlp-endpoint sends names and times of the work to another program, which --offline forbids; leave out one of them",
  );
});
