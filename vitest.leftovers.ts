import { fileURLToPath } from "node:url";
import { markedEnvironment, startWatch } from "./private/testing/src/leftovers.ts";

// Makes the run fail if its tests leave a process, a temporary file or a changed file behind.

let findLeftovers: (() => Promise<string[]>) | undefined;

export function setup(): void {
  findLeftovers ??= startWatch(fileURLToPath(new URL(".", import.meta.url)), markedEnvironment());
}

export async function teardown(): Promise<void> {
  const leftovers = (await findLeftovers?.()) ?? [];
  if (leftovers.length > 0) throw new Error(`The tests left something behind:\n${leftovers.join("\n")}`);
}
