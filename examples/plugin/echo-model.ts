import type { PluginModel } from "medhelm/plugin";

/** A model: a function that answers a prompt; this one repeats it. Call your own server or program in `answer`. */
export const echoModel: PluginModel = {
  name: "example/echo",
  // The model runs on this machine. Without this line it counts as hosted and gets only public text.
  trust: "local",
  // Change the version when the same prompt gets another answer.
  version: "1",
  answer: (prompt) => `You ask: ${prompt.trim()} Watch for swelling and a tight throat, and rest.`,
};
