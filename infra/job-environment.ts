import { SERVED_URL } from "@medhelm/core/models/deployment";
import { jobLog } from "./job-roles.ts";
import { dispatch } from "./queue.ts";
import { siteBucketName } from "./site.ts";
import { bucketNames, modelsBucketName } from "./storage.ts";

const asList = (variables: Record<string, $util.Input<string>>) =>
  Object.entries(variables).map(([name, value]) => ({ name, value }));

/** Where the image keeps the service's configuration (Dockerfile). */
const CONF = { MEDHELM_CONF: "/app/conf" };
/** Where the server's container says what it has to say, and the worker reads it (infra/server-image). */
export const SERVER_FOLDER = "/server";
const { region } = aws.getRegionOutput();
/** Containers on EC2 are not told their region. */
const REGION = { AWS_REGION: region };

/** `served`: the deployment whose server stands beside the worker. `organisation`: whose licensed data the job may read. */
export const workerEnvironment = ({ served, organisation }: { served?: string; organisation?: string | undefined }) =>
  asList({
    ...REGION,
    ...CONF,
    ...bucketNames,
    ...modelsBucketName,
    MEDHELM_DISPATCH_QUEUE: dispatch.queue.url,
    ...(organisation !== undefined && { MEDHELM_ORGANISATION: organisation }),
    ...(served !== undefined && {
      MEDHELM_SERVED: served,
      MEDHELM_SERVER_URL: SERVED_URL,
      MEDHELM_SERVER_FOLDER: SERVER_FOLDER,
    }),
  });
export const weightsEnvironment = () => asList({ ...REGION, ...modelsBucketName });
export const aggregateEnvironment = () => asList({ ...REGION, ...CONF, ...bucketNames });
export const siteEnvironment = () =>
  asList({ ...REGION, MEDHELM_RESULTS_BUCKET: bucketNames.MEDHELM_RESULTS_BUCKET, ...siteBucketName });
export const pullEnvironment = () => asList({ ...REGION, ...CONF, ...modelsBucketName });

/** @param stream "worker", "server", ...: log streams begin with it */
export const logTo = (stream: string) => ({
  logDriver: "awslogs",
  options: { "awslogs-region": region, "awslogs-group": jobLog.name, "awslogs-stream-prefix": stream },
});
