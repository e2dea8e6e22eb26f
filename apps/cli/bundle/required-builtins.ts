import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

const prefix = "\0required:";

/**
 * Lets CommonJS packages in the bundle load modules of Node. The program consists of ES modules, which have no `require`. Imports of Node's modules without
 * `node:` get it here, so that {@link lazyBuiltins} finds them.
 */
export const requiredBuiltins: Plugin = {
  name: "required-builtins",
  resolveId: {
    order: "pre",
    handler(id, _importer, { kind }) {
      const name = id.replace(/^node:/, "");
      if (!builtinModules.includes(name)) return undefined;
      if (kind === "require-call") return prefix + name;
      return id.startsWith("node:") ? undefined : this.resolve(`node:${name}`);
    },
  },
  load: {
    // oxlint-disable-next-line no-control-regex -- the ids of virtual modules start with NUL
    filter: { id: /^\0required:/ },
    handler: (id) => `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${id.slice(prefix.length)}`)});`,
  },
};
