// Where Batch runs. No NAT gateway (some 30 dollars a month each, at rest): workers sit in public subnets, accept no
// connection, and reach S3 through a gateway endpoint, which costs nothing and keeps weights and results off the internet.
// Not sst's Vpc: it brings private subnets and a DNS zone, of which nothing here has any use.
import { jobPrefix } from "./names.ts";
import { siteBucket } from "./site.ts";
import { data, inputs, models, results, scratch } from "./storage.ts";

const { region } = aws.getRegionOutput();
const named = (what: string) => ({ Name: `${jobPrefix}-${what}` });

const vpc = new aws.ec2.Vpc("Network", { cidrBlock: "10.0.0.0/16", enableDnsHostnames: true, tags: named("network") });
// the group that AWS makes by itself lets its members in to each other: nothing uses it, nothing may
new aws.ec2.DefaultSecurityGroup("NobodySecurityGroup", { vpcId: vpc.id, ingress: [], egress: [] });
const gateway = new aws.ec2.InternetGateway("Gateway", { vpcId: vpc.id, tags: named("gateway") });
const routes = new aws.ec2.RouteTable("Routes", {
  vpcId: vpc.id,
  routes: [{ cidrBlock: "0.0.0.0/0", gatewayId: gateway.id }],
  tags: named("routes"),
});

/** Three zones: where one has no GPUs left, another may. */
const zones = aws.getAvailabilityZonesOutput({
  state: "available",
  filters: [{ name: "opt-in-status", values: ["opt-in-not-required"] }], // no local zones, which have few machines and no Fargate
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

const ours = [results, inputs, data, models, scratch, siteBucket];

new aws.ec2.VpcEndpoint("S3Endpoint", {
  vpcId: vpc.id,
  serviceName: $interpolate`com.amazonaws.${region}.s3`,
  vpcEndpointType: "Gateway",
  routeTableIds: [routes.id],
  // whoever takes over a worker can carry nothing to a bucket of his own by this way
  policy: $jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "OurBuckets",
        Effect: "Allow",
        Principal: "*",
        Action: ["s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload", "s3:DeleteObject"],
        Resource: ours.map((bucket) => $interpolate`${bucket.arn}/*`),
        Condition: { StringEquals: { "aws:PrincipalAccount": [aws.getCallerIdentityOutput().accountId] } },
      },
      {
        Sid: "TheirLists",
        Effect: "Allow",
        Principal: "*",
        Action: ["s3:ListBucket"],
        Resource: ours.map((bucket) => bucket.arn),
        Condition: { StringEquals: { "aws:PrincipalAccount": [aws.getCallerIdentityOutput().accountId] } },
      },
      {
        Sid: "LayersOfImages", // ECR keeps them in a bucket of AWS's
        Effect: "Allow",
        Principal: "*",
        Action: ["s3:GetObject"],
        Resource: [$interpolate`arn:aws:s3:::prod-${region}-starport-layer-bucket/*`],
      },
    ],
  }),
});

/** Out to model servers and AWS, nothing in. */
const workerGroup = new aws.ec2.SecurityGroup("WorkerSecurityGroup", {
  vpcId: vpc.id,
  description: "MedHELM workers: outgoing only",
  ingress: [],
  egress: [{ protocol: "-1", fromPort: 0, toPort: 0, cidrBlocks: ["0.0.0.0/0"] }],
});

export const workerNetwork = { subnets: subnets.map(({ id }) => id), securityGroupIds: [workerGroup.id] };
