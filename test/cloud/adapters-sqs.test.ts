import { CreateQueueCommand, GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { type AwsClients, awsClients } from "@medhelm/adapters/aws/aws-clients";
import { queueContract, REAL_TIMES } from "@medhelm/testing/contract/queue";
import { sqsQueue } from "@medhelm/adapters/queues/sqs";
import { afterAll, beforeAll, describe } from "vitest";
import { startElasticMq, whyNoElasticMq } from "./peers/elasticmq.ts";
import { startMoto, whyNoMoto } from "./peers/moto.ts";
import type { Peer } from "./peers/peer.ts";

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

for (const { name, why, start, times } of peers)
  describe.skipIf(why !== undefined)(`SQS at ${name}${why === undefined ? "" : ` (${why})`}`, () => {
    let peer: Peer;
    let one: AwsClients;
    let two: AwsClients;
    let queues = 0;
    beforeAll(async () => {
      peer = await start();
      const clients = () => awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
      [one, two] = [clients(), clients()];
    });
    afterAll(async () => {
      one.close();
      two.close();
      await peer.close();
    });

    const create = async (QueueName: string, Attributes: Record<string, string>): Promise<string> => {
      const { QueueUrl } = await one.sqs().send(new CreateQueueCommand({ QueueName, Attributes }));
      if (QueueUrl === undefined) throw new Error(`${name} gave no address for ${QueueName}`);
      return QueueUrl;
    };
    const arnOf = async (QueueUrl: string): Promise<string | undefined> => {
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] });
      return (await one.sqs().send(command)).Attributes?.QueueArn;
    };
    queueContract(
      name,
      async ({ visibilityMs, maxReceives }) => {
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
  });
