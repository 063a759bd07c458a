// How long CloudFront keeps an answer, and what it passes on to the origin. The policy that sst's Router makes
// keeps nothing without Cache-Control, and passes on the query; the Router takes the id of another policy.

/** The id of CloudFront's own policy. */
export const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

const MINUTE_S = 60;
const YEAR_S = 365 * 24 * 3600;

/** Cookies, headers and the query of a reader change no answer and do not reach the origin. */
const parametersInCacheKeyAndForwardedToOrigin = {
  cookiesConfig: { cookieBehavior: "none" },
  headersConfig: { headerBehavior: "none" },
  queryStringsConfig: { queryStringBehavior: "none" },
  enableAcceptEncodingBrotli: true,
  enableAcceptEncodingGzip: true,
};

/** For objects with Cache-Control: a minute at least, so that one request a minute reaches S3, however many readers there are. */
export const asObjectsSay = {
  comment: "keeps an object as long as its Cache-Control says, and for one minute at least",
  minTtl: MINUTE_S,
  defaultTtl: MINUTE_S,
  maxTtl: YEAR_S,
  parametersInCacheKeyAndForwardedToOrigin,
};

/** For answers that everybody may read and that a deploy changes. */
export const cachedForAMinute = new aws.cloudfront.CachePolicy("OneMinute", {
  comment: "keeps an answer for one minute",
  minTtl: MINUTE_S,
  defaultTtl: MINUTE_S,
  maxTtl: MINUTE_S,
  parametersInCacheKeyAndForwardedToOrigin,
});
