import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

const fileName = "console.json";
const built = fileURLToPath(import.meta.resolve("@precept/console/console.json"));

/**
 * Copies the built console next to the bundle, and lets the server find it there. A bundle for tests may have none: the
 * program then says that the console is not built.
 */
export const consoleFile: Plugin = {
  name: "console-file",
  load: {
    filter: { id: /\/apps\/server\/src\/console\/console-url\.ts$/ },
    handler: () => ({
      code: `export const consoleUrl = () => new URL("./${fileName}", import.meta.url).href;`,
      moduleSideEffects: false,
      moduleType: "js",
    }),
  },
  generateBundle() {
    if (existsSync(built)) this.emitFile({ type: "asset", fileName, source: readFileSync(built) });
  },
};
