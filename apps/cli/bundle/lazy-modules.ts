import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

/** Modules by their paths in the repository, with the functions that they export. These functions are synchronous, so `import()` cannot load them on demand. */
type LazyModules = Readonly<Record<string, readonly string[]>>;

/** Modules that most runs never call: policies are compiled, and no pattern is interrupted. */
export const rarelyUsed: LazyModules = {
  // Loads zod
  "packages/core/src/model/create-rule.ts": ["createRule"],
  // Loads the YAML library
  "packages/core/src/parse/parse-yaml-header.ts": ["parseYamlHeader"],
  // Loads tokenx, which is not needed without a limit of tokens
  "packages/token-counters/src/estimate-with-tokenx.ts": ["estimateWithTokenx"],
  // Loads zod and the YAML library
  "packages/governance/src/parse/parse-policies.ts": ["parsePolicies"],
  "packages/governance/src/parse/read-policy.ts": ["readPolicy"],
  "packages/governance/src/suppress/read-baseline.ts": ["readBaseline"],
  // Loads a parser of regular expressions
  "packages/governance/src/policy-set/policy-set.ts": ["createPolicySet", "registerPolicy"],
  "packages/governance/src/prefilter/required-literals.ts": ["requiredLiterals", "literalsOf"],
  "packages/governance/src/prefilter/required-run.ts": ["requiredRun"],
  "packages/governance/src/prefilter/line-literals.ts": ["lineLiterals"],
  "packages/governance/src/prefilter/attack-strings.ts": ["attackStringsFor", "buildAttackText"],
  // Reads shell commands
  "packages/governance/src/commands/parse-commands.ts": ["parseCommands"],
  // Loads the parser of shell commands, which plain commands do not need
  "packages/governance/src/commands/parse-shell.ts": ["parseShell", "childrenOf"],
  // Loads git's checkpoints and rollbacks, a fifth of the bundle
  "packages/enforcement/src/git/checkpoint.ts": ["createCheckpoint", "createId", "createTask", "pathsToExclude", "systemTime"],
  "packages/enforcement/src/git/history.ts": ["findCheckpoint", "listCheckpoints", "pruneCheckpoints", "undoRollback"],
  "packages/enforcement/src/git/roll-back.ts": ["previewRollback", "rollBack"],
  // Loads a second engine of regular expressions
  "packages/governance/src/linear/linear-engine.ts": ["compileLinear", "isLinear"],
};

const nodeRequire = `process.getBuiltinModule("node:module").createRequire(import.meta.url)`;

const root = fileURLToPath(new URL("../../../", import.meta.url));

function nameOf(path: string): string {
  return basename(path, ".ts");
}

/**
 * Returns an entry of the bundle for each lazy module, by its name.
 *
 * @param prefix distinguishes the entries of several bundles.
 */
export function lazyEntries(lazy: LazyModules, prefix = ""): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(lazy).map((path) => [prefix + nameOf(path), root + path]));
}

/**
 * Replaces the functions of each lazy module with functions that load the module on their first call.
 *
 * @param load an expression of a function that loads a module synchronously. Default: Node's `require`.
 */
export const lazyModules = (lazy: LazyModules, prefix = "", load = nodeRequire): Plugin => ({
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
        `const load = () => ${load}("./${prefix}${nameOf(path)}.js");`,
        ...(lazy[path] ?? []).map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
      ];
      return { code: code.join("\n"), moduleSideEffects: false };
    },
  },
});
