import { objectStoreContract } from "../contract/object-store.ts";
import { memoryStore } from "./memory-store.ts";

objectStoreContract("memory", () => ({ store: memoryStore() }));
objectStoreContract("memory, etags of the bytes", () => ({ store: memoryStore({ etags: "of the bytes" }) }), {
  etags: "of the bytes",
});
