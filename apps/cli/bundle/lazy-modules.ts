import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

/**
 * Modules that most runs never call, by their paths in the repository, with the functions that they export. These functions are synchronous, so
 * `import()` cannot load them on demand.
 */
const lazy: Readonly<Record<string, readonly string[]>> = {
  // Loads zod
  "packages/core/src/model/create-rule.ts": ["createRule"],
  "packages/core/src/parse/check-native-header.ts": ["checkNativeHeader"],
  // Loads tokenx, which `precept resolve` does not need without a limit of tokens
  "packages/token-counters/src/estimate-with-tokenx.ts": ["estimateWithTokenx"],
  // Loads the YAML library
  "packages/core/src/parse/parse-yaml-header.ts": ["parseYamlHeader"],
};

const root = fileURLToPath(new URL("../../../", import.meta.url));

function nameOf(path: string): string {
  return basename(path, ".ts");
}

/** An entry of the bundle for each lazy module, by its name. */
export const lazyEntries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(lazy).map((path) => [nameOf(path), root + path]),
);

/** Replaces the functions of each lazy module with functions that load the module on their first call. */
export const lazyModules: Plugin = {
  name: "lazy-modules",
  resolveId: {
    order: "pre",
    filter: { id: /^\.{1,2}\// },
    async handler(id, importer, options) {
      if (importer === undefined || importer.startsWith("\0")) return undefined;
      const path = (await this.resolve(id, importer, { ...options, skipSelf: true }))?.id.replaceAll("\\", "/");
      const found = Object.keys(lazy).find((one) => path?.endsWith(`/${one}`));
      return found === undefined ? undefined : `\0lazy:${found}`;
    },
  },
  load: {
    // oxlint-disable-next-line no-control-regex -- the ids of virtual modules start with NUL
    filter: { id: /^\0lazy:/ },
    handler(id) {
      const path = id.slice("\0lazy:".length);
      const code = [
        `const load = () => process.getBuiltinModule("node:module").createRequire(import.meta.url)("./${nameOf(path)}.js");`,
        ...(lazy[path] ?? []).map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
      ];
      return { code: code.join("\n"), moduleSideEffects: false };
    },
  },
};
