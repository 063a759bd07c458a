// The leaderboard: static files, built per release by the site job. A bucket and a router, not sst's Astro component, which builds
// when the stack is deployed and not when somebody makes a release.
//
// What functions/site is expected to put (keys of the object tree; the bucket holds them without "site/"):
//   site/r/<release>/...   immutable pages, index.html in every folder; Content-Type set by the store from the name's ending
//   site/latest.json       the pointer, switched with If-Match after all pages are there
//   site/index.html        after the pointer: leads to ./r/<newest release>/ (a refresh and a link, no script)
// So the front door needs no code at the edge: CloudFront caches r/ for as long as it likes, and nothing else.
import { isProduction } from "./names.ts";

const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6"; // both are CloudFront's own managed policies
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

const anyDistributionOfThisAccount = $interpolate`arn:aws:cloudfront::${aws.getCallerIdentityOutput().accountId}:distribution/*`;

export const siteBucket = new sst.aws.Bucket("Site", {
  cors: false,
  // Not `access: "cloudfront"`: that lets the distributions of every account read. The one distribution cannot be named here,
  // since it needs the bucket first.
  policy: [
    {
      actions: ["s3:GetObject"],
      principals: [{ type: "service", identifiers: ["cloudfront.amazonaws.com"] }],
      conditions: [{ test: "ArnLike", variable: "aws:SourceArn", values: [anyDistributionOfThisAccount] }],
      paths: ["*"],
    },
  ],
  transform: { bucket: { forceDestroy: !isProduction } },
});
export const siteBucketName = { MEDHELM_SITE_BUCKET: siteBucket.name };

new aws.s3.BucketServerSideEncryptionConfiguration("SiteEncryption", {
  bucket: siteBucket.name,
  rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: "AES256" } }],
});

/** The pages bring their own strict Content-Security-Policy in a meta tag; this adds what a meta tag cannot say. */
const headers = new aws.cloudfront.ResponseHeadersPolicy("SiteHeaders", {
  securityHeadersConfig: {
    contentSecurityPolicy: { contentSecurityPolicy: "frame-ancestors 'none'", override: true },
    contentTypeOptions: { override: true },
    frameOptions: { frameOption: "DENY", override: true },
    referrerPolicy: { referrerPolicy: "no-referrer", override: true },
    strictTransportSecurity: { accessControlMaxAgeSec: 31_536_000, includeSubdomains: true, override: true },
  },
});

/** S3 knows no index pages; a release's address without its last "/" is what people type, and "v1.2" has no ending. */
const edge = {
  viewerRequest: {
    injection: `
  const uri = event.request.uri;
  if (/^\\/r\\/[^/]+$/.test(uri))
    return { statusCode: 301, statusDescription: "Moved Permanently", headers: { location: { value: uri + "/" } } };
  if (uri.endsWith("/")) event.request.uri += "index.html";`,
  },
};

export const site = new sst.aws.Router("Router", {
  routes: {
    "/r/*": { bucket: siteBucket, edge, cachePolicy: CACHING_OPTIMIZED },
    "/*": { bucket: siteBucket, edge, cachePolicy: CACHING_DISABLED },
  },
  transform: {
    cdn: (cdn) => {
      const withHeaders = <Behavior extends object>(behavior: Behavior) => ({
        ...behavior,
        responseHeadersPolicyId: headers.id,
      });
      cdn.defaultCacheBehavior = $output(cdn.defaultCacheBehavior).apply(withHeaders);
      cdn.orderedCacheBehaviors = $output(cdn.orderedCacheBehaviors).apply((all) => (all ?? []).map(withHeaders));
    },
  },
});
