// How long CloudFront keeps an answer. The two ids are managed policies of CloudFront.

export const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
export const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

const MINUTE_S = 60;

/** For pages that everybody may read and that change: one request a minute reaches the origin, however many readers there are. */
export const cachedForAMinute = new aws.cloudfront.CachePolicy("OneMinute", {
  comment: "keeps an answer for one minute",
  minTtl: MINUTE_S,
  defaultTtl: MINUTE_S,
  maxTtl: MINUTE_S,
  parametersInCacheKeyAndForwardedToOrigin: {
    cookiesConfig: { cookieBehavior: "none" },
    headersConfig: { headerBehavior: "none" },
    queryStringsConfig: { queryStringBehavior: "none" },
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  },
});
