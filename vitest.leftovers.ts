import { fileURLToPath } from "node:url";
import { markedEnvironment, startWatch } from "./private/testing/src/leftovers.ts";

/** Makes the run fail if its tests leave a process, a temporary file or a changed file behind. */
export default function watchLeftovers(): () => Promise<void> {
  const findLeftovers = startWatch(fileURLToPath(new URL(".", import.meta.url)), markedEnvironment());
  return async () => {
    const leftovers = await findLeftovers();
    if (leftovers.length > 0) throw new Error(`The tests left something behind:\n${leftovers.join("\n")}`);
  };
}
