import { jobLog } from "./job-roles.ts";
import { dispatch } from "./queue.ts";
import { siteBucketName } from "./site.ts";
import { bucketNames, modelsBucketName } from "./storage.ts";
import { jobPrefix } from "./names.ts";

const asList = (variables: Record<string, $util.Input<string>>) =>
  Object.entries(variables).map(([name, value]) => ({ name, value }));

/** Where the image keeps the service's configuration (Dockerfile). */
const CONF = { MEDHELM_CONF: "/app/conf" };
/** Containers on EC2 are not told their region. */
const REGION = { AWS_REGION: aws.getRegionOutput().region };

/** `served`: the deployment whose server stands beside the worker. `organisation`: whose licensed data the job may read. */
export const workerEnvironment = ({ served, organisation }: { served?: string; organisation?: string | undefined }) =>
  asList({
    ...REGION,
    ...CONF,
    ...bucketNames,
    ...modelsBucketName,
    MEDHELM_DISPATCH_QUEUE: dispatch.queue.url,
    ...(organisation !== undefined && { MEDHELM_ORGANISATION: organisation }),
    ...(served !== undefined && { MEDHELM_SERVED: served, MEDHELM_SERVER_URL: "http://127.0.0.1:8000/v1" }),
  });
export const weightsEnvironment = () => asList({ ...REGION, ...modelsBucketName });
export const aggregateEnvironment = () => asList({ ...REGION, ...CONF, ...bucketNames });
export const siteEnvironment = () => asList({ ...REGION, ...CONF, ...bucketNames, ...siteBucketName });
export const pullEnvironment = () => asList({ ...REGION, ...CONF, ...modelsBucketName, MEDHELM_JOB_PREFIX: jobPrefix });

/** @param stream "worker", "server", ...: log streams begin with it */
export const logTo = (stream: string) => ({
  logDriver: "awslogs",
  options: { "awslogs-group": jobLog.name, "awslogs-stream-prefix": stream },
});
