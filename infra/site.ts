// The leaderboard: static files under /r/<release>/, built per release. A bucket and a router, not sst's Astro component, which
// builds when the stack is deployed and not when somebody makes a release.

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
  transform: { bucket: { forceDestroy: $app.stage !== "production" } },
});

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

export const site = new sst.aws.Router("Router", {
  routes: {
    "/*": {
      bucket: siteBucket,
      // the object tree has the site under site/, and S3 knows no index pages
      edge: {
        viewerRequest: {
          injection: [
            'event.request.uri = "/site" + event.request.uri;',
            'if (event.request.uri.endsWith("/")) event.request.uri += "index.html";',
          ].join("\n"),
        },
      },
    },
  },
  transform: {
    cdn: (cdn) => {
      cdn.defaultCacheBehavior = $output(cdn.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        responseHeadersPolicyId: headers.id,
      }));
    },
  },
});
