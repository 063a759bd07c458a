import { expect, test } from "vitest";
import { ecsServer } from "./ecs-server.ts";

const baseUrl = "http://127.0.0.1:8000/v1";
const log = { "awslogs-group": "medhelm-dev", "awslogs-stream": "server/server/1" };

const taskWith = (server: object, readLog: (group: string, stream: string) => Promise<string[]>) =>
  ecsServer({
    baseUrl,
    metadataUrl: "http://169.254.170.2/v4/1",
    fetch: async () => Response.json({ Containers: [{ Name: "worker" }, { Name: "server", ...server }] }),
    readLog,
  });

test("ECS tells that the server's container ended, and its log what it said last", async () => {
  const read = async (group: string, stream: string) => [`${group} ${stream}`, "CUDA out of memory"];
  expect(await taskWith({ KnownStatus: "RUNNING" }, read).ended()).toBeUndefined();
  const stopped = taskWith({ KnownStatus: "STOPPED", ExitCode: 1, LogOptions: log }, read);
  expect(await stopped.ended()).toBe("exit code 1");
  expect(await stopped.lastLines()).toEqual(["medhelm-dev server/server/1", "CUDA out of memory"]);
});

test("a log that cannot be read is named, and without ECS nothing is known", async () => {
  const refused = taskWith({ KnownStatus: "STOPPED", LogOptions: log }, () =>
    Promise.reject(new Error("AccessDenied")),
  );
  expect(await refused.lastLines()).toEqual(["(they are in the log group medhelm-dev, stream server/server/1)"]);
  expect(await refused.ended()).toBe("no exit code");
  const nowhere = ecsServer({ baseUrl, metadataUrl: undefined, fetch, readLog: async () => [] });
  expect([await nowhere.ended(), await nowhere.lastLines()]).toEqual([undefined, []]);
});
