/** CloudFront adds it to each request to the API, which refuses requests without it. The state of the deployment keeps it encrypted. */
export const edgeKey = new random.RandomPassword("EdgeKey", { length: 48, special: false }).result;
