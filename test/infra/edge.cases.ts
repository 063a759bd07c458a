import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { InfraProgram } from "../../scripts/infra-program.ts";
import { all, names, one, stages } from "./program.ts";

const DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
/** The most bytes that CloudFront accepts as a function. */
const MAX_FUNCTION_BYTES = 10_240;

const distribution = (program: InfraProgram, name: "RouterCdnDistribution" | "ApiEdgeCdnDistribution") =>
  one(program, "cloudfront/distribution:Distribution", name);

const Behaviour = z.object({
  pathPattern: z.string().optional(),
  cachePolicyId: z.string(),
  responseHeadersPolicyId: z.string().optional(),
  viewerProtocolPolicy: z.string(),
  allowedMethods: z.array(z.string()),
});
const behaviours = (inputs: Record<string, unknown>) => {
  const { defaultCacheBehavior, orderedCacheBehaviors } = z
    .object({ defaultCacheBehavior: Behaviour, orderedCacheBehaviors: z.array(Behaviour).default([]) })
    .parse(inputs);
  return [defaultCacheBehavior, ...orderedCacheBehaviors];
};

const Request = z.object({ uri: z.string(), headers: z.record(z.string(), z.unknown()) });

/** Runs the functions at the edge of the API, each of which returns the changed request. */
const edges = () =>
  all(stages.dev, "cloudfront/function:Function")
    .filter((resource) => resource.name.startsWith("ApiEdgeCloudfrontFunction"))
    .map(({ inputs }) => (uri: string, headers: Record<string, unknown> = {}): unknown => {
      const event = { request: { uri, headers }, viewer: { ip: "203.0.113.7" } };
      return runInNewContext(`${z.string().parse(inputs["code"])}; handler(event)`, { event });
    });

const Written = z.object({
  namespace: z.string(),
  key: z.string().optional(),
  entry: z.string().optional(),
  entries: z.object({ metadata: z.string() }).optional(),
});

/** The keys and values that sst writes to the store of the site's router. */
function routesOfSite(): ReadonlyMap<string, string> {
  const written = stages.dev.resources
    .filter(({ name }) => /^RouterRoute.*\.sst\.aws\.Kv/.test(name))
    .map(({ inputs }) => Written.parse(inputs));
  const routes = JSON.stringify(written.flatMap(({ entry }) => entry ?? []));
  return new Map(
    written.map(({ namespace, key, entries }) =>
      entries === undefined ? [`${namespace}:${key}`, routes] : [`${namespace}:metadata`, entries.metadata],
    ),
  );
}

/** Runs the function at the edge of the site. Returns its answer, or the changed request with the host that CloudFront asks. */
async function atSite(uri: string, host = "leaderboard.example.org"): Promise<object> {
  const [edge] = all(stages.dev, "cloudfront/function:Function").filter(({ name }) =>
    name.startsWith("RouterCloudfront"),
  );
  const code = z.string().parse(edge?.inputs["code"]);
  const values = routesOfSite();
  let origin: unknown;
  const cf = {
    kvs: () => ({ get: (key: string) => Promise.resolve(values.get(key)) }),
    updateRequestOrigin: (chosen: unknown) => (origin = chosen),
  };
  const request = { uri, headers: { host: { value: host } }, cookies: {}, querystring: {} };
  const answer: unknown = await runInNewContext(`${code.replace('import cf from "cloudfront";', "")}; handler(event)`, {
    event: { request },
    cf,
  });
  const asked = z.object({ domainName: z.string(), originAccessControlConfig: z.unknown() }).safeParse(origin).data;
  const changed = Request.safeParse(answer).data;
  return changed === undefined ? z.looseObject({}).parse(answer) : { uri: changed.uri, ...asked };
}

export function edgeCases(): void {
  describe("the site", () => {
    test("CloudFront keeps an object as long as its Cache-Control says, and for a minute at least; every page has its headers", () => {
      expect(behaviours(distribution(stages.dev, "RouterCdnDistribution"))).toEqual([
        {
          cachePolicyId: "RouterServerCachePolicy-id",
          responseHeadersPolicyId: "SiteHeaders-id",
          viewerProtocolPolicy: "redirect-to-https",
          allowedMethods: ["GET", "HEAD", "OPTIONS"],
        },
      ]);
      const policy = one(stages.dev, "cloudfront/responseHeadersPolicy:ResponseHeadersPolicy", "SiteHeaders");
      expect(policy["securityHeadersConfig"]).toEqual({
        contentSecurityPolicy: { contentSecurityPolicy: "frame-ancestors 'none'", override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: "DENY", override: true },
        referrerPolicy: { referrerPolicy: "no-referrer", override: true },
        strictTransportSecurity: { accessControlMaxAgeSec: 31_536_000, includeSubdomains: true, override: true },
      });
      expect(one(stages.dev, "cloudfront/cachePolicy:CachePolicy", "RouterServerCachePolicy")).toMatchObject({
        minTtl: 60,
        maxTtl: 31_536_000,
      });
    });

    test("S3 gets no query, cookie or header of a reader, because it would take the type of its answer from them", () => {
      const { defaultCacheBehavior } = distribution(stages.dev, "RouterCdnDistribution");
      expect(defaultCacheBehavior).not.toHaveProperty("originRequestPolicyId");
      const policy = one(stages.dev, "cloudfront/cachePolicy:CachePolicy", "RouterServerCachePolicy");
      expect(policy["parametersInCacheKeyAndForwardedToOrigin"]).toMatchObject({
        cookiesConfig: { cookieBehavior: "none" },
        headersConfig: { headerBehavior: "none" },
        queryStringsConfig: { queryStringBehavior: "none" },
      });
    });

    test.each([
      ["/", "SiteBucket", "/index.html"],
      ["/r/v1.2/", "SiteBucket", "/r/v1.2/index.html"],
      ["/r/v1.2/leaderboard.json", "SiteBucket", "/r/v1.2/leaderboard.json"],
      ["/runs.html", "SiteBucket", "/runs.html"],
      ["/runs/s/.generations/public/r/1/pages/1.json", "ResultsBucket", "/runs/s/.generations/public/r/1/pages/1.json"],
    ])("%s is an object of %s", async (uri, bucket, key) => {
      expect(await atSite(uri)).toEqual({
        uri: key,
        domainName: `${bucket}.s3.eu-central-1.amazonaws.com`,
        originAccessControlConfig: {
          enabled: true,
          signingBehavior: "always",
          signingProtocol: "sigv4",
          originType: "s3",
        },
      });
    });

    test("the address of a release redirects to its folder", async () => {
      expect(await atSite("/r/v1.2")).toMatchObject({ statusCode: 301, headers: { location: { value: "/r/v1.2/" } } });
    });

    test("a site with a domain does not answer at CloudFront's own address", async () => {
      expect(await atSite("/", "d111111abcdef8.cloudfront.net")).toMatchObject({ statusCode: 403 });
    });

    test("no function at the edge is larger than CloudFront accepts", () => {
      const sizes = all(stages.dev, "cloudfront/function:Function").map(({ name, inputs }) => [
        name,
        Buffer.byteLength(z.string().parse(inputs["code"])),
      ]);
      expect(sizes.filter(([, bytes]) => Number(bytes) > MAX_FUNCTION_BYTES)).toEqual([]);
    });

    test("an address without an object answers 404 with the site's own page", () => {
      const page = { responseCode: 404, responsePagePath: "/404.html", errorCachingMinTtl: 10 };
      expect(distribution(stages.dev, "RouterCdnDistribution")["customErrorResponses"]).toEqual([
        { ...page, errorCode: 403 },
        { ...page, errorCode: 404 },
      ]);
      // CloudFront fetches the page from the distribution's own origin, without the function at the edge
      expect(distribution(stages.dev, "RouterCdnDistribution")["origins"]).toEqual([
        {
          originId: "site",
          domainName: "SiteBucket.s3.eu-central-1.amazonaws.com",
          originAccessControlId: "SiteAccess-id",
        },
      ]);
      expect(one(stages.dev, "s3/bucketObjectv2:BucketObjectv2", "NotFoundPage")).toMatchObject({
        bucket: expect.stringMatching(/-sitebucket-/),
        key: "404.html",
        content: expect.stringContaining("<h1>Page not found</h1>"),
        contentType: "text/html; charset=utf-8",
      });
    });
  });

  describe("the edge of the API", () => {
    test("passes on every method and keeps no answer, apart from the two that everybody may read", () => {
      const seen = behaviours(distribution(stages.dev, "ApiEdgeCdnDistribution")).map(
        ({ pathPattern, cachePolicyId, allowedMethods }) => [pathPattern, cachePolicyId, allowedMethods.length],
      );
      expect(seen).toEqual([
        [undefined, DISABLED, 7],
        ["/reference", "OneMinute-id", 7],
        ["/openapi.json", "OneMinute-id", 7],
      ]);
    });

    test("keeps no error, which would answer another caller", () => {
      expect(distribution(stages.dev, "ApiEdgeCdnDistribution")["customErrorResponses"]).toEqual(
        [404, 414, 500, 501, 502, 503, 504].map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })),
      );
    });

    test("during a change of the key every origin gets the new one, the API accepts both, and it has 30 seconds to answer", () => {
      const [api] = all(stages.dev, "lambda/function:Function").filter(({ name }) => name.startsWith("Api"));
      const { variables } = z
        .object({ variables: z.object({ MEDHELM_EDGE_KEY: z.string() }) })
        .parse(api?.inputs["environment"]);
      expect(variables.MEDHELM_EDGE_KEY).toBe("secret of EdgeKey2,secret of EdgeKey");
      const { origins } = z
        .object({
          origins: z.array(
            z.object({
              customHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
              customOriginConfig: z.object({ originReadTimeout: z.int(), originProtocolPolicy: z.string() }),
            }),
          ),
        })
        .parse(distribution(stages.dev, "ApiEdgeCdnDistribution"));
      expect(origins).toHaveLength(3);
      for (const { customHeaders, customOriginConfig } of origins) {
        expect(customHeaders).toEqual([{ name: "x-medhelm-edge-key", value: "secret of EdgeKey2" }]);
        expect(customOriginConfig).toEqual({ originReadTimeout: 30, originProtocolPolicy: "https-only" });
      }
    });

    test("replaces the address that a client claims with the client's own", async () => {
      expect(edges()).toHaveLength(3);
      for (const at of edges())
        expect(await at("/v1/submissions", { "x-medhelm-viewer": { value: "198.51.100.1" } })).toMatchObject({
          uri: "/v1/submissions",
          headers: { "x-medhelm-viewer": { value: "203.0.113.7" } },
        });
    });

    test("has a firewall with a limit per address if the configuration names one", () => {
      expect(names(stages.production, "wafv2/webAcl:WebAcl")).toEqual([]);
      expect(distribution(stages.production, "ApiEdgeCdnDistribution")["webAclId"]).toBeUndefined();
      const { rules } = z
        .object({ rules: z.array(z.object({ name: z.string(), statement: z.unknown() })) })
        .parse(one(stages.dev, "wafv2/webAcl:WebAcl", "ApiEdgeWaf"));
      expect(rules.map(({ name, statement }) => [name, statement])).toEqual([
        ["RateLimitPerIP", { rateBasedStatement: { limit: 500, aggregateKeyType: "IP" } }],
      ]);
      expect(distribution(stages.dev, "ApiEdgeCdnDistribution")["webAclId"]).toMatch(/ApiEdgeWaf-[a-z]{8}$/);
      expect(distribution(stages.dev, "RouterCdnDistribution")["webAclId"]).toBeUndefined();
    });
  });

  describe("domains", () => {
    test("a domain in Route 53 gets its certificate and its records", () => {
      expect(distribution(stages.dev, "RouterCdnDistribution")["aliases"]).toEqual(["leaderboard.example.org"]);
      expect(all(stages.dev, "acm/certificate:Certificate").map(({ inputs }) => inputs["domainName"])).toEqual([
        "leaderboard.example.org",
      ]);
    });

    test("a domain with a certificate changes nothing in Route 53", () => {
      expect(distribution(stages.dev, "ApiEdgeCdnDistribution")).toMatchObject({
        aliases: ["api.example.org"],
        viewerCertificate: { acmCertificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/3a958790-8878" },
      });
      const records = all(stages.dev, "route53/record:Record").map(({ inputs }) => String(inputs["name"]));
      expect(records.filter((name) => name.includes("api.example.org"))).toEqual([]);
    });

    test("without domains the distributions have the addresses that CloudFront gives", () => {
      expect(names(stages.production, "acm/certificate:Certificate")).toEqual([]);
      expect(names(stages.production, "route53/record:Record")).toEqual([]);
    });
  });
}
