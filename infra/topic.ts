// Receives all alarms. sst's SnsTopic subscribes functions and queues, and no address, and has no policy for CloudWatch.
// The topic is not encrypted with the AWS key for SNS, which CloudWatch may not use; alarms contain no data of users.
export const topic = new aws.sns.Topic("Alarms");

const account = aws.getCallerIdentityOutput().accountId;

new aws.sns.TopicPolicy("AlarmsPolicy", {
  arn: topic.arn,
  policy: $jsonStringify({
    Version: "2012-10-17",
    Statement: ["cloudwatch.amazonaws.com", "budgets.amazonaws.com"].map((service) => ({
      Effect: "Allow",
      Principal: { Service: service },
      Action: "sns:Publish",
      Resource: topic.arn,
      Condition: { StringEquals: { "aws:SourceAccount": account } },
    })),
  }),
});

const address = process.env.MEDHELM_ALARM_EMAIL;
if (address) new aws.sns.TopicSubscription("AlarmEmail", { topic: topic.arn, protocol: "email", endpoint: address });
