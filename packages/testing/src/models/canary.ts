/** Whether the body of a request is that of the canary request, which asks no benchmark's question. */
export const isCanary = (body: string): boolean => body.includes("What is 17 + 25?");
