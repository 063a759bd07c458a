import { z } from "zod";
import type { InfraProgram } from "../../scripts/infra-program.ts";
import { json, one } from "./program.ts";

const Environment = z.array(z.object({ name: z.string(), value: z.string() }));
const Container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  essential: z.boolean(),
  dependsOn: z.array(z.object({ containerName: z.string(), condition: z.string() })).optional(),
  resourceRequirements: z.array(z.object({ type: z.string(), value: z.string() })),
  linuxParameters: z.unknown().optional(),
  ulimits: z.unknown().optional(),
  mountPoints: z.array(z.unknown()).optional(),
  environment: Environment,
  logConfiguration: z.object({ options: z.record(z.string(), z.string()) }),
  secrets: z.unknown().optional(),
});
export const EcsProperties = z.object({
  taskProperties: z.array(
    z.object({
      executionRoleArn: z.string(),
      taskRoleArn: z.string(),
      volumes: z.unknown(),
      containers: z.array(Container),
    }),
  ),
});
export const ContainerProperties = z.object({
  image: z.string(),
  command: z.array(z.string()),
  executionRoleArn: z.string(),
  jobRoleArn: z.string(),
  resourceRequirements: z.array(z.object({ type: z.string(), value: z.string() })),
  environment: Environment,
  logConfiguration: z.object({ options: z.record(z.string(), z.string()) }),
  secrets: z.array(z.object({ name: z.string(), valueFrom: z.string() })),
});
export const asRecord = (environment: z.infer<typeof Environment>): Record<string, string> =>
  Object.fromEntries(environment.map(({ name, value }) => [name, value]));
export const JOB = "batch/jobDefinition:JobDefinition";
export const cpuJob = (program: InfraProgram, name: string) =>
  json(one(program, JOB, name)["containerProperties"], ContainerProperties);
export const gpuJob = (program: InfraProgram, name: string) => {
  const [task] = json(one(program, JOB, name)["ecsProperties"], EcsProperties).taskProperties;
  if (task === undefined) throw new Error(`${name} has no task`);
  const container = (wanted: string) => {
    const found = task.containers.find((candidate) => candidate.name === wanted);
    if (found === undefined) throw new Error(`${name} has no container ${wanted}`);
    return found;
  };
  return { task, container };
};
