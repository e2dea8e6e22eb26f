import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

/**
 * Replaces imports of Node's modules with objects that load a module on first use. An `import` makes Node evaluate every export of the module,
 * and some getters load many other modules: that took longer than the program itself.
 */
export const lazyBuiltins: Plugin = {
  name: "lazy-builtins",
  resolveId: {
    filter: { id: /^node:/ },
    handler: (id) => (builtinModules.includes(id.slice("node:".length)) ? `\0${id}` : undefined),
  },
  load: {
    // oxlint-disable-next-line no-control-regex -- the ids of virtual modules start with NUL
    filter: { id: /^\0node:/ },
    handler(id) {
      const specifier = id.slice(1);
      const load = `process.getBuiltinModule("${specifier}")`;
      const names = Object.getOwnPropertyNames(process.getBuiltinModule(specifier)).filter(isExportable);
      const whole = specifier === "node:process" ? "process" : `new Proxy({}, { get: (_, name) => ${load}[name] })`;
      const code = [
        `const whole = /* #__PURE__ */ (() => ${whole})();`,
        "export default whole;",
        ...names.map((name) =>
          isLazy(specifier, name)
            ? `export const ${name} = (...args) => ${load}.${name}(...args);`
            : `export const ${name} = /* #__PURE__ */ (() => ${load}.${name})();`,
        ),
      ];
      return { code: code.join("\n"), moduleSideEffects: false };
    },
  },
};

/** Modules that Node has loaded before any program starts. */
const preloaded = new Set(["node:buffer", "node:events", "node:fs", "node:path", "node:process", "node:url"]);

/** Whether an export is a function, not a class, of a module that Node has not loaded yet. */
function isLazy(specifier: string, name: string): boolean {
  const exported: unknown = Reflect.get(process.getBuiltinModule(specifier), name);
  return typeof exported === "function" && /^[a-z]/.test(name) && !preloaded.has(specifier);
}

function isExportable(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default";
}
