import { SERVED_URL } from "@medhelm/core/models/deployment";
import { reporting } from "./conf.ts";
import { indexTableName } from "./index-table.ts";
import { jobLog } from "./job-roles.ts";
import { dispatch } from "./queue.ts";
import { siteBucketName } from "./site.ts";
import { bucketNames, modelsBucketName } from "./storage.ts";

const asList = (variables: Record<string, $util.Input<string>>) =>
  Object.entries(variables).map(([name, value]) => ({ name, value }));

/** The folder of the service's configuration in the image (image/Dockerfile). */
const CONF = { MEDHELM_CONF: "/app/conf" };
/** The server writes its log and exit status to this folder, and the worker reads them (infra/server-image). */
export const SERVER_FOLDER = "/server";
const { region } = aws.getRegionOutput();
/** ECS does not set the region for containers on EC2. */
const COMMON = { AWS_REGION: region, ...reporting };

/**
 * @param options.served the deployment whose server runs next to the worker
 * @param options.organisation the organisation whose licensed data the job may read
 */
export const workerEnvironment = ({ served, organisation }: { served?: string; organisation?: string | undefined }) =>
  asList({
    ...COMMON,
    ...CONF,
    ...bucketNames,
    ...indexTableName,
    ...modelsBucketName,
    MEDHELM_DISPATCH_QUEUE: dispatch.queue.url,
    ...(organisation !== undefined && { MEDHELM_ORGANISATION: organisation }),
    ...(served !== undefined && {
      MEDHELM_SERVED: served,
      MEDHELM_SERVER_URL: SERVED_URL,
      MEDHELM_SERVER_FOLDER: SERVER_FOLDER,
    }),
  });
export const weightsEnvironment = () => asList({ ...COMMON, ...modelsBucketName });
export const aggregateEnvironment = () => asList({ ...COMMON, ...CONF, ...bucketNames, ...indexTableName });
export const releaseEnvironment = () =>
  asList({ ...COMMON, ...CONF, ...bucketNames, ...indexTableName, ...siteBucketName });
export const siteEnvironment = () =>
  asList({
    ...COMMON,
    MEDHELM_RESULTS_BUCKET: bucketNames.MEDHELM_RESULTS_BUCKET,
    ...indexTableName,
    ...siteBucketName,
  });
export const pullEnvironment = () => asList({ ...COMMON, ...CONF, ...modelsBucketName });

/** @param stream "worker", "server", ...: the prefix of the log streams */
export const logTo = (stream: string) => ({
  logDriver: "awslogs",
  options: { "awslogs-region": region, "awslogs-group": jobLog.name, "awslogs-stream-prefix": stream },
});
