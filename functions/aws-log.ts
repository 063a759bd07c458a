import { CloudWatchLogsClient, GetLogEventsCommand } from "@aws-sdk/client-cloudwatch-logs";

const LINES = 30;

/** The last lines of a log stream, oldest first. */
export async function readLogStream(logGroupName: string, logStreamName: string): Promise<string[]> {
  const client = new CloudWatchLogsClient({});
  try {
    const { events = [] } = await client.send(
      new GetLogEventsCommand({ logGroupName, logStreamName, limit: LINES, startFromHead: false }),
    );
    return events.flatMap(({ message }) => (message === undefined ? [] : [message]));
  } finally {
    client.destroy();
  }
}
