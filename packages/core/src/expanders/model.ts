import { UserError } from "../user-error.ts";
import { type Expander, withAdapter, withArgument } from "./expander.ts";

/**
 * Sets the model of `model=creator/name`. `model=host/creator/name` sets the deployment too; the run name shows creator/name.
 * Groups such as model=text are expanded to single models beforehand: model-groups.ts.
 */
export const model: Expander = {
  apply(draft, value, key) {
    if (/^https?:/.test(String(value)))
      throw new UserError(
        `model=${value} is the address of a server: leave model= out, and give it to medhelm run with --model ${value}`,
      );
    const parts = String(value).split("/");
    if (parts.length < 2 || parts.includes("")) {
      throw new UserError(
        `model=${value} is not a model: write creator/name, as in model=openai/gpt-4o, or a group such as model=text`,
      );
    }
    const name = parts.slice(-2).join("/");
    const deployment = parts.length > 2 ? { model_deployment: String(value) } : {};
    return withArgument(withAdapter(draft, { model: name, ...deployment }), key, name);
  },
};

export const modelDeployment: Expander = {
  apply: (draft, value, key) => withArgument(withAdapter(draft, { model_deployment: String(value) }), key, value),
};
