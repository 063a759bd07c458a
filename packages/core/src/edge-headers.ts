/** The headers that CloudFront adds to each request that it passes to the API (infra/api-edge.ts). */
export const EDGE_HEADERS = {
  /** The key that only CloudFront and the API know. */
  key: "x-medhelm-edge-key",
  /** The address of the client. CloudFront replaces what the client sent under this name. */
  viewer: "x-medhelm-viewer",
} as const;
