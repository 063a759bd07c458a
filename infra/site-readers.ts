// Which objects CloudFront may read, for the policies of the site's bucket and of the results bucket.

export const distributionsOfThisAccount = $interpolate`arn:aws:cloudfront::${aws.getCallerIdentityOutput().accountId}:distribution/*`;

/**
 * Lets the distributions of this account read these keys. `access: "cloudfront"` would let those of every account. The policy names all
 * distributions of this account, because the distribution is created after the bucket.
 */
export const readableByCloudFront = (paths: string[]) => ({
  actions: ["s3:GetObject" as const],
  principals: [{ type: "service" as const, identifiers: ["cloudfront.amazonaws.com"] }],
  conditions: [{ test: "ArnLike", variable: "aws:SourceArn", values: [distributionsOfThisAccount] }],
  paths,
});

/** Hides these keys from every distribution: they look like keys without an object. */
export const hiddenFromCloudFront = (paths: string[]) => ({
  effect: "deny" as const,
  actions: ["s3:GetObject" as const],
  principals: [{ type: "service" as const, identifiers: ["cloudfront.amazonaws.com"] }],
  paths,
});
