// The network of Batch. It has no NAT gateway, which costs about 30 dollars a month at rest. Workers run in public subnets and accept
// no connection. They reach S3 and DynamoDB through gateway endpoints, which are free and keep weights and results off the internet.
// The network does not use sst's Vpc, because that adds private subnets and a DNS zone, which the service does not need.
import { indexTable } from "./index-table.ts";
import { jobPrefix } from "./names.ts";
import { USE_INDEX } from "./permissions.ts";
import { siteBucket } from "./site.ts";
import { data, inputs, models, results, scratch } from "./storage.ts";

const { region } = aws.getRegionOutput();
const named = (what: string) => ({ Name: `${jobPrefix}-${what}` });

const vpc = new aws.ec2.Vpc("Network", { cidrBlock: "10.0.0.0/16", enableDnsHostnames: true, tags: named("network") });
// The default group of AWS lets its members connect to each other. It is emptied, because nothing uses it.
new aws.ec2.DefaultSecurityGroup("NobodySecurityGroup", { vpcId: vpc.id, ingress: [], egress: [] });
const gateway = new aws.ec2.InternetGateway("Gateway", { vpcId: vpc.id, tags: named("gateway") });
const routes = new aws.ec2.RouteTable("Routes", {
  vpcId: vpc.id,
  routes: [{ cidrBlock: "0.0.0.0/0", gatewayId: gateway.id }],
  tags: named("routes"),
});

/** Three zones are used, because one may have GPUs when another has none left. */
const zones = aws.getAvailabilityZonesOutput({
  state: "available",
  filters: [{ name: "opt-in-status", values: ["opt-in-not-required"] }], // excludes local zones, which have few machines and no Fargate
}).names;
const subnets = [0, 1, 2].map((i) => {
  const subnet = new aws.ec2.Subnet(`Subnet${i}`, {
    vpcId: vpc.id,
    cidrBlock: `10.0.${i * 16}.0/20`,
    availabilityZone: zones[i],
    mapPublicIpOnLaunch: true,
    tags: named(`subnet-${i}`),
  });
  new aws.ec2.RouteTableAssociation(`Subnet${i}Routes`, { subnetId: subnet.id, routeTableId: routes.id });
  return subnet;
});

/** The principals that may use an endpoint. */
const ofThisAccount = { StringEquals: { "aws:PrincipalAccount": [aws.getCallerIdentityOutput().accountId] } };
const ours = [results, inputs, data, models, scratch, siteBucket];

new aws.ec2.VpcEndpoint("S3Endpoint", {
  vpcId: vpc.id,
  serviceName: $interpolate`com.amazonaws.${region}.s3`,
  vpcEndpointType: "Gateway",
  routeTableIds: [routes.id],
  // An attacker who controls a worker cannot copy data to another bucket through this endpoint.
  policy: $jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "OurBuckets",
        Effect: "Allow",
        Principal: "*",
        Action: ["s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload", "s3:DeleteObject"],
        Resource: ours.map((bucket) => $interpolate`${bucket.arn}/*`),
        Condition: ofThisAccount,
      },
      {
        Sid: "TheirLists",
        Effect: "Allow",
        Principal: "*",
        Action: ["s3:ListBucket"],
        Resource: ours.map((bucket) => bucket.arn),
        Condition: ofThisAccount,
      },
      {
        Sid: "LayersOfImages", // ECR keeps them in a bucket of AWS
        Effect: "Allow",
        Principal: "*",
        Action: ["s3:GetObject"],
        Resource: [$interpolate`arn:aws:s3:::prod-${region}-starport-layer-bucket/*`],
      },
    ],
  }),
});

new aws.ec2.VpcEndpoint("DynamoEndpoint", {
  vpcId: vpc.id,
  serviceName: $interpolate`com.amazonaws.${region}.dynamodb`,
  vpcEndpointType: "Gateway",
  routeTableIds: [routes.id],
  policy: $jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "OurIndex",
        Effect: "Allow",
        Principal: "*",
        Action: USE_INDEX,
        Resource: [indexTable.arn],
        Condition: ofThisAccount,
      },
    ],
  }),
});

/** Workers connect to model servers and AWS, and accept no connection. */
const workerGroup = new aws.ec2.SecurityGroup("WorkerSecurityGroup", {
  vpcId: vpc.id,
  description: "MedHELM workers: outgoing only",
  ingress: [],
  egress: [{ protocol: "-1", fromPort: 0, toPort: 0, cidrBlocks: ["0.0.0.0/0"] }],
});

export const workerNetwork = { subnets: subnets.map(({ id }) => id), securityGroupIds: [workerGroup.id] };
