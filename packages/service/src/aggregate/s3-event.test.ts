import { expect, test } from "vitest";
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

test("the aggregator decodes a run's name from the key of an S3 event", () => {
  const put = event(["ObjectCreated:Put", "runs/s/pubmed_qa%3Amodel%3Da_b%2Cmodel_deployment%3Dc/scenario_state.json"]);
  expect(aggregateMessages(put)).toEqual([{ suite: "s", run: "pubmed_qa:model=a_b,model_deployment=c" }]);
});

test("a plus in an event's key is a space, and an encoded plus is a plus", () => {
  const put = event(["ObjectCreated:CompleteMultipartUpload", "runs/s/two+words%2B%25%C3%A9/scenario_state.json"]);
  expect(aggregateMessages(put)).toEqual([{ suite: "s", run: "two words+%é" }]);
});

test("the key of a generation's scenario state names the folder of the attempt", () => {
  const name = `12-${"0a".repeat(16)}`;
  const put = event(["ObjectCreated:Put", `runs/s/.generations/held/shc%3Amodel%3Dm/${name}/scenario_state.json`]);
  expect(aggregateMessages(put)).toEqual([{ suite: "s", run: "shc:model=m", folder: `held/${name}` }]);
});

test("each record of a scenario state gives a message; other objects and events give no message", () => {
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

test("S3's test event gives no message", () => {
  const body = JSON.stringify({ Service: "Amazon S3", Event: "s3:TestEvent", Bucket: "results", RequestId: "r" });
  expect(aggregateMessages(body)).toEqual([]);
});

test("the aggregator accepts a message of the sweep unchanged and rejects an unknown message", () => {
  const message = { suite: "s", run: "a", generation: 2 };
  expect(aggregateMessages(JSON.stringify(message))).toEqual([message]);
  expect(() => aggregateMessages('{"nothing":"known"}')).toThrow('"suite"');
  expect(() => aggregateMessages("no JSON")).toThrow("JSON");
});
