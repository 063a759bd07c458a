import { once } from "node:events";
import { createServer } from "node:net";

/** The default ports of vLLM, Ollama, LM Studio and llama.cpp. */
export const MODEL_PORTS = [8000, 11434, 1234, 8080] as const;

/** The commands under test probe these ports, so they would ask another server there instead of the stub. */
export async function requireFreePorts(ports: readonly number[] = MODEL_PORTS): Promise<void> {
  for (const port of ports)
    if (!(await isFree(port)))
      throw new Error(`these tests need port ${port} of 127.0.0.1, and another program listens there; stop it first`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
