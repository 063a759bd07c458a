import { expect, test } from "vitest";
import { ecsTaskStart } from "./ecs-task-start.ts";

const NOW = Date.parse("2026-11-21T12:10:00Z");
const METADATA = "http://169.254.170.2/v4/abc";

/** The metadata of a task as ECS sends it, with fields that the worker does not read. */
const TASK = {
  Cluster: "c",
  Family: "f",
  PullStartedAt: "2026-11-21T12:03:04.202617438Z",
  PullStoppedAt: "2026-11-21T12:05:00.1Z",
  Containers: [
    { Name: "weights", CreatedAt: "2026-11-21T12:05:01.5Z", StartedAt: "2026-11-21T12:05:02Z" },
    { Name: "~internal~pause" },
  ],
};

const answering = (body: unknown) => {
  const asked: string[] = [];
  const fetch = async (request: string | URL | Request): Promise<Response> => {
    asked.push(new Request(request).url);
    return Response.json(body);
  };
  return { asked, fetch };
};

test("a task starts with the pull of its images, according to ECS", async () => {
  const { asked, fetch } = answering(TASK);
  expect(await ecsTaskStart(fetch, METADATA, NOW)).toEqual({
    atMs: Date.parse("2026-11-21T12:03:04.202Z"),
    isEstimate: false,
  });
  expect(asked).toEqual([`${METADATA}/task`]);
});

test("a task without a pull starts with its first container", async () => {
  const { fetch } = answering({ ...TASK, PullStartedAt: undefined });
  expect(await ecsTaskStart(fetch, METADATA, NOW)).toEqual({
    atMs: Date.parse("2026-11-21T12:05:01.5Z"),
    isEstimate: false,
  });
});

test("without usable metadata the worker estimates a start five minutes ago", async () => {
  const guess = { atMs: NOW - 300_000, isEstimate: true };
  expect(await ecsTaskStart(answering({}).fetch, METADATA, NOW)).toEqual(guess);
  expect(await ecsTaskStart(answering("<html>").fetch, METADATA, NOW)).toEqual(guess);
  expect(await ecsTaskStart(() => Promise.reject(new TypeError("fetch failed")), METADATA, NOW)).toEqual(guess);
  expect(await ecsTaskStart(answering(TASK).fetch, undefined, NOW)).toEqual(guess);
  // the machine's clock was set back
  expect(await ecsTaskStart(answering(TASK).fetch, METADATA, NOW - 3_600_000)).toEqual({
    atMs: NOW - 3_900_000,
    isEstimate: true,
  });
});
