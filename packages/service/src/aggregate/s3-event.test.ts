import { expect, test } from "vitest";
import { ZodError } from "zod";
import { aggregateMessages } from "./s3-event.ts";

const event = (...objects: readonly (readonly [eventName: string, key: string])[]): string =>
  JSON.stringify({
    Records: objects.map(([eventName, key]) => ({
      eventVersion: "2.1",
      eventSource: "aws:s3",
      awsRegion: "us-east-1",
      eventTime: "2026-01-01T00:00:00.000Z",
      eventName,
      s3: {
        s3SchemaVersion: "1.0",
        bucket: { name: "results", arn: "arn:aws:s3:::results" },
        object: { key, size: 1, eTag: "e", sequencer: "0" },
      },
    })),
  });

test("a run's name comes out of the key as S3 encodes it", () => {
  const put = event(["ObjectCreated:Put", "runs/s/pubmed_qa%3Amodel%3Da_b%2Cmodel_deployment%3Dc/scenario_state.json"]);
  expect(aggregateMessages(put)).toEqual([{ suite: "s", run: "pubmed_qa:model=a_b,model_deployment=c" }]);
});

test("a plus is a space, and one that was in the key comes percent-encoded", () => {
  const put = event(["ObjectCreated:CompleteMultipartUpload", "runs/s/two+words%2B%25%C3%A9/scenario_state.json"]);
  expect(aggregateMessages(put)).toEqual([{ suite: "s", run: "two words+%é" }]);
});

test("several records give several messages; other objects and other events give none", () => {
  const puts = event(
    ["ObjectCreated:Put", "runs/s/a/scenario_state.json"],
    ["ObjectCreated:Put", "runs/s/a/stats.json"],
    ["ObjectCreated:Copy", "runs/s/.previous/a/1/scenario_state.json"],
    ["ObjectRemoved:Delete", "runs/s/b/scenario_state.json"],
    ["ObjectCreated:Put", "runs/t/b/scenario_state.json"],
  );
  expect(aggregateMessages(puts)).toEqual([
    { suite: "s", run: "a" },
    { suite: "t", run: "b" },
  ]);
});

test("the event that S3 sends when its notification is set up is nothing", () => {
  const body = JSON.stringify({ Service: "Amazon S3", Event: "s3:TestEvent", Bucket: "results", RequestId: "r" });
  expect(aggregateMessages(body)).toEqual([]);
});

test("a message of the sweep passes unchanged, and an unknown message throws", () => {
  const message = { suite: "s", run: "a", generation: 2 };
  expect(aggregateMessages(JSON.stringify(message))).toEqual([message]);
  expect(() => aggregateMessages('{"nothing":"known"}')).toThrow(ZodError);
  expect(() => aggregateMessages("no JSON")).toThrow("JSON");
});
