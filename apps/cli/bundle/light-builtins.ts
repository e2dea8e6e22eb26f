import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

/**
 * Takes from Node's modules only what is used, and loads a module when it first is. An `import` makes Node look at each export of its
 * module, and some of them load half of Node; together they took longer than the program itself.
 */
export const lightBuiltins: Plugin = {
  name: "light-builtins",
  resolveId: {
    filter: { id: /^node:/ },
    handler: (id) => (builtinModules.includes(id.slice("node:".length)) ? `\0${id}` : undefined),
  },
  load: {
    // oxlint-disable-next-line no-control-regex -- NUL begins the ids that plugins make up
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
          isLate(specifier, name)
            ? `export const ${name} = (...args) => ${load}.${name}(...args);`
            : `export const ${name} = /* #__PURE__ */ (() => ${load}.${name})();`,
        ),
      ];
      return { code: code.join("\n"), moduleSideEffects: false };
    },
  },
};

/** Modules that Node has loaded before any program begins. */
const loadedAnyway = new Set(["node:buffer", "node:events", "node:fs", "node:path", "node:process", "node:url"]);

/** Whether it is a function, and not a class, of a module that is better loaded when the function is called. */
function isLate(specifier: string, name: string): boolean {
  const exported: unknown = Reflect.get(process.getBuiltinModule(specifier), name);
  return typeof exported === "function" && /^[a-z]/.test(name) && !loadedAnyway.has(specifier);
}

function isExportable(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default";
}
