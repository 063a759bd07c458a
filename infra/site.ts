// The leaderboard: static files, which the site job builds for each release. It is a bucket and a router, because sst's Astro
// component builds at deployment, not when a user makes a release.
//
// functions/site writes these keys of the object tree (the bucket holds them without "site/"):
//   site/r/<release>/...   immutable pages with index.html in every folder; the store sets Content-Type by the file extension
//   site/latest.json       the pointer to the newest release, changed with If-Match after all pages are written
//   site/releases.json     the releases with a site, for the Releases page of each of them, changed with If-Match before the pointer
//   site/index.html        written after the pointer; redirects to ./r/<newest release>/ with a refresh and a link, no script
// The home page therefore needs no code at the edge. CloudFront keeps each object as long as its Cache-Control says
// (packages/service/src/release/site/site-headers.ts), and for a minute at least.
// 404.html is the page of every address without an object.
import { notFoundPage } from "@medhelm/core/release/not-found-page";
import { asObjectsSay } from "./cache-policies.ts";
import { service } from "./conf.ts";
import { domainOf } from "./domain.ts";
import { isProduction } from "./names.ts";
import { hiddenFromCloudFront, readableByCloudFront } from "./site-readers.ts";
import { encrypted } from "./storage-key.ts";
import { results } from "./storage.ts";

export const siteBucket = new sst.aws.Bucket("Site", {
  cors: false,
  // the record of a release exists also if the release is not published, and would show that its name is in use
  policy: [readableByCloudFront(["*"]), hiddenFromCloudFront(["r/*/published.json"])],
  transform: { bucket: { forceDestroy: !isProduction } },
});
export const siteBucketName = { MEDHELM_SITE_BUCKET: siteBucket.name };

encrypted("Site", siteBucket);

/** The pages set a strict Content-Security-Policy in a meta tag. These headers add what a meta tag cannot set. */
const headers = new aws.cloudfront.ResponseHeadersPolicy("SiteHeaders", {
  securityHeadersConfig: {
    contentSecurityPolicy: { contentSecurityPolicy: "frame-ancestors 'none'", override: true },
    contentTypeOptions: { override: true },
    frameOptions: { frameOption: "DENY", override: true },
    referrerPolicy: { referrerPolicy: "no-referrer", override: true },
    strictTransportSecurity: { accessControlMaxAgeSec: 31_536_000, includeSubdomains: true, override: true },
  },
});

/** Adds index.html, which S3 does not, and the last "/" that users omit. A release like "v1.2" looks like a file with an extension. */
const injection = `
  const uri = event.request.uri;
  if (/^\\/r\\/[^/]+$/.test(uri))
    return { statusCode: 301, statusDescription: "Moved Permanently", headers: { location: { value: uri + "/" } } };
  if (uri.endsWith("/")) event.request.uri += "index.html";`;

new aws.s3.BucketObjectv2("NotFoundPage", {
  bucket: siteBucket.name,
  key: "404.html",
  content: notFoundPage,
  contentType: "text/html; charset=utf-8",
});

/** Without the right to list the bucket, S3 answers 403 for a key without an object. */
const missing = [403, 404].map((errorCode) => ({
  errorCode,
  responseCode: 404,
  responsePagePath: "/404.html",
  errorCachingMinTtl: 10, // a page that is published meanwhile appears after ten seconds
}));

/** CloudFront fetches 404.html without the function that routes requests, so the origin of the distribution is the site's bucket. */
const origin = {
  originId: "site",
  domainName: siteBucket.nodes.bucket.bucketRegionalDomainName,
  originAccessControlId: new aws.cloudfront.OriginAccessControl("SiteAccess", {
    originAccessControlOriginType: "s3",
    signingBehavior: "always",
    signingProtocol: "sigv4",
  }).id,
};

export const site = new sst.aws.Router("Router", {
  ...domainOf(service.domains.site),
  edge: { viewerRequest: { injection } },
  transform: {
    cachePolicy: asObjectsSay,
    cdn: (cdn) => {
      cdn.origins = [origin];
      cdn.customErrorResponses = missing;
      cdn.defaultCacheBehavior = $output(cdn.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        targetOriginId: origin.originId,
        allowedMethods: ["GET", "HEAD", "OPTIONS"],
        // sst passes the query on. S3 would take the type of an answer from it, and a page of answers could run as HTML.
        originRequestPolicyId: undefined,
        responseHeadersPolicyId: headers.id,
      }));
    },
  },
});
site.routeBucket("/", siteBucket);
// pages of sealed generations, at the addresses that the pages of the site contain; the policy of the bucket allows only those keys
site.routeBucket("/runs", results);
