import { z } from "zod";
import type { ModelServer } from "./await-server.ts";

/** What ECS tells a container of its task (task metadata endpoint, version 4). */
const Task = z.object({
  Containers: z.array(
    z.object({
      Name: z.string(),
      KnownStatus: z.string().optional(),
      ExitCode: z.int().optional(),
      LogOptions: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Container = z.infer<typeof Task>["Containers"][number];

/** The container's name in infra/gpu-jobs.ts. */
const SERVER = "server";

export interface EcsOptions {
  readonly baseUrl: string;
  /** ECS_CONTAINER_METADATA_URI_V4; absent: this is no ECS task, and only the server's address tells of it */
  readonly metadataUrl: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** The last lines of a log stream, oldest first. */
  readLog(group: string, stream: string): Promise<readonly string[]>;
}

/** The server's container in the worker's own task. What cannot be told is not known: it is never the reason for an end. */
export function ecsServer({ baseUrl, metadataUrl, fetch, readLog }: EcsOptions): ModelServer {
  const container = async (): Promise<Container | undefined> => {
    if (metadataUrl === undefined || metadataUrl === "") return undefined;
    try {
      const response = await fetch(`${metadataUrl}/task`, { signal: AbortSignal.timeout(5_000) });
      const task = Task.safeParse(await response.json());
      return task.data?.Containers.find(({ Name }) => Name === SERVER);
    } catch {
      return undefined;
    }
  };
  return {
    baseUrl,
    async ended() {
      const found = await container();
      if (found?.KnownStatus !== "STOPPED") return undefined;
      return found.ExitCode === undefined ? "no exit code" : `exit code ${found.ExitCode}`;
    },
    async lastLines() {
      const { "awslogs-group": group, "awslogs-stream": stream } = (await container())?.LogOptions ?? {};
      if (group === undefined || stream === undefined) return [];
      return readLog(group, stream).catch(() => [`(they are in the log group ${group}, stream ${stream})`]);
    },
  };
}
