import { type AwsClients, awsClients } from "@medhelm/adapters/aws/aws-clients";
import { afterAll, beforeAll } from "vitest";
import type { Peer } from "./peer.ts";

/** A server, and the clients of two processes that use it. They exist while the tests of the suite run. */
export interface PeerClients {
  readonly peer: Peer;
  readonly one: AwsClients;
  readonly two: AwsClients;
}

/** Starts a server before the tests of a suite, and ends it after them. Call the returned function in a test or a hook. */
export function usePeer(start: () => Promise<Peer>): () => PeerClients {
  let started: PeerClients | undefined;
  beforeAll(async () => {
    const peer = await start();
    const clients = () => awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
    started = { peer, one: clients(), two: clients() };
  });
  afterAll(async () => {
    started?.one.close();
    started?.two.close();
    await started?.peer.close();
  });
  return () => {
    if (started === undefined) throw new Error("the server is not started yet");
    return started;
  };
}
