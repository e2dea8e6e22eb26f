import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

/**
 * Modules that most runs never call, by their paths in the repository, with the functions that they export. Those functions answer at once, so an
 * `import()` is no way to load them late.
 */
const late: Readonly<Record<string, readonly string[]>> = {
  // With zod
  "packages/core/src/model/create-rule.ts": ["createRule"],
  "packages/core/src/parse/check-native-header.ts": ["checkNativeHeader"],
  // With the YAML library
  "packages/core/src/parse/parse-yaml-header.ts": ["parseYamlHeader"],
};

const root = fileURLToPath(new URL("../../../", import.meta.url));

function nameOf(path: string): string {
  return basename(path, ".ts");
}

/** The late modules as entries of the bundle: a file for each, with its name. */
export const lateEntries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(late).map((path) => [nameOf(path), root + path]),
);

/** Puts in place of each late module functions that load it when one of them is first called. */
export const lateModules: Plugin = {
  name: "late-modules",
  resolveId: {
    order: "pre",
    filter: { id: /^\.{1,2}\// },
    async handler(id, importer, options) {
      if (importer === undefined || importer.startsWith("\0")) return undefined;
      const path = (await this.resolve(id, importer, { ...options, skipSelf: true }))?.id.replaceAll("\\", "/");
      const found = Object.keys(late).find((one) => path?.endsWith(`/${one}`));
      return found === undefined ? undefined : `\0late:${found}`;
    },
  },
  load: {
    // oxlint-disable-next-line no-control-regex -- NUL begins the ids that plugins make up
    filter: { id: /^\0late:/ },
    handler(id) {
      const path = id.slice("\0late:".length);
      const code = [
        `const load = () => process.getBuiltinModule("node:module").createRequire(import.meta.url)("./${nameOf(path)}.js");`,
        ...(late[path] ?? []).map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
      ];
      return { code: code.join("\n"), moduleSideEffects: false };
    },
  },
};
