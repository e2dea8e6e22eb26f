import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type TestProjectConfiguration } from "vitest/config";
import main from "../../../../vitest.config.ts";
import { root } from "../root.ts";
import { frameworkVersions } from "./versions.ts";

// The tests of the adapters, once for each version.

export default defineConfig({ ...main, root, test: { ...main.test, projects: frameworkVersions.map(testWith) } });

function testWith({ name, tests, resolved }: (typeof frameworkVersions)[number]): TestProjectConfiguration {
  return { extends: true, plugins: [resolveFrom(name, resolved)], test: { name, include: [tests] } };
}

/** Resolves packages as if a package of `private/frameworks` imported them. */
function resolveFrom(name: string, resolved: readonly string[]): Plugin {
  const importer = fileURLToPath(new URL(`../../../frameworks/${name}/package.json`, import.meta.url));
  return {
    name: `resolve-from-${name}`,
    enforce: "pre",
    resolveId(source, from, options) {
      const isReplaced = resolved.some((one) => source === one || source.startsWith(`${one}/`));
      if (!isReplaced || from === importer) return undefined;
      return this.resolve(source, importer, { ...options, skipSelf: true });
    },
  };
}
