import { CreateQueueCommand, GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import type { AwsClients } from "@medhelm/adapters/aws/aws-clients";
import { queueContract, REAL_TIMES } from "@medhelm/testing/contract/queue";
import { sqsQueue } from "@medhelm/adapters/queues/sqs";
import { describe } from "vitest";
import { startElasticMq, whyNoElasticMq } from "./peers/elasticmq.ts";
import { startMoto, whyNoMoto } from "./peers/moto.ts";
import { usePeer } from "./peers/peer-clients.ts";

const peers = [
  { name: "ElasticMQ", why: whyNoElasticMq(), start: startElasticMq, times: REAL_TIMES },
  // moto deletes by a stale receipt, and its threads may deliver one message twice, as SQS may; only ElasticMQ is strict
  {
    name: "moto",
    why: whyNoMoto(),
    start: startMoto,
    times: { ...REAL_TIMES, mayTakeStaleReceipts: true, mayDeliverTwice: true },
  },
];
const open = (clients: AwsClients, url: string) => sqsQueue({ client: clients.sqs, url });

// the tests wait most of the time, each for a queue of its own
for (const { name, why, start, times } of peers)
  describe.skipIf(why !== undefined)(
    `SQS at ${name}${why === undefined ? "" : ` (${why})`}`,
    { concurrent: true },
    () => {
      const clients = usePeer(start);
      let queues = 0;

      const create = async (QueueName: string, Attributes: Record<string, string>): Promise<string> => {
        const { QueueUrl } = await clients().one.sqs().send(new CreateQueueCommand({ QueueName, Attributes }));
        if (QueueUrl === undefined) throw new Error(`${name} gave no address for ${QueueName}`);
        return QueueUrl;
      };
      const arnOf = async (QueueUrl: string): Promise<string | undefined> => {
        const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
        return (await clients().one.sqs().send(command)).Attributes?.QueueArn;
      };
      queueContract(
        name,
        async ({ visibilityMs, maxReceives }) => {
          const { one, two } = clients();
          const VisibilityTimeout = String(visibilityMs / 1000);
          const number = ++queues;
          const dead = await create(`contract-${number}-dead`, { VisibilityTimeout });
          const RedrivePolicy = JSON.stringify({
            deadLetterTargetArn: await arnOf(dead),
            maxReceiveCount: String(maxReceives),
          });
          const url = await create(`contract-${number}`, { VisibilityTimeout, RedrivePolicy });
          return { queue: open(one, url), other: open(two, url), dead: open(one, dead) };
        },
        times,
      );
    },
  );
