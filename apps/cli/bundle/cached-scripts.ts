import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { MagicString } from "magic-string";
import type { OutputChunk, Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

type Program = ReturnType<typeof parseSync>["program"];

/** The static imports and exports of a chunk. */
interface Interface {
  /** The parameters that destructure the imported modules, in the order of `sources`. */
  readonly parameters: readonly string[];
  readonly sources: readonly string[];
  readonly exports: readonly { readonly local: string; readonly name: string }[];
}

/**
 * Moves the code of chunks into scripts, which `src/code-cache.ts` runs with the compiled code of all functions that an earlier process called. Node's
 * compile cache has only the code that runs while a module loads. In place of the chunk there is a module that exports the values of the script.
 *
 * @param names the names of the chunks.
 */
export function cachedScripts(names: readonly string[]): Plugin {
  return {
    name: "cached-scripts",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        for (const chunk of chunks.filter(({ name }) => names.includes(name))) {
          const script = createScript(chunk);
          const fileName = chunk.fileName.replace(/\.js$/, "-code.js");
          this.emitFile({ type: "asset", fileName, source: script.code });
          chunk.code = createModule(script, fileName);
        }
      },
    },
  };
}

/** The script is a function of the module that runs it and of the modules that the chunk imports. It returns what the chunk exports. */
function createScript({ fileName, code }: OutputChunk): Interface & { readonly code: string } {
  const { program, errors } = parseSync(fileName, code);
  if (errors.length > 0) throw new Error(`${fileName} cannot be parsed: ${errors[0]?.message}`);
  const text = new MagicString(code);
  const found = takeInterface(program, text, fileName);
  refuseChanges(program, new Set(found.exports.map(({ local }) => local)), fileName);
  new Visitor({
    ImportExpression: ({ start }) => void text.overwrite(start, start + "import".length, "$module.import"),
    MetaProperty: ({ start, end, meta }) => void (meta.name === "import" && text.overwrite(start, end, "$module.meta")),
    TaggedTemplateExpression({ start, end }) {
      // Its tag sees the escape sequences.
      if (toAscii(code.slice(start, end)) !== code.slice(start, end))
        throw new Error(`${fileName} has a tagged template with characters outside of ASCII: ${code.slice(start, end)}`);
    },
  }).visit(program);
  const returned = found.exports.map(({ local, name }) => `${name}:${local}`).join();
  text.prepend(`"use strict";(($module,${found.parameters.join()})=>{`).append(`\n;return{${returned}}})`);
  // A text of one byte per character takes half the memory, and needs no decoding.
  const script = toAscii(text.toString());
  // Throws if the syntax is wrong, for example because of a top-level `await`.
  void new Script(script, { filename: fileName });
  return { ...found, code: script };
}

/** Removes the import and export declarations from the text. */
function takeInterface(program: Program, text: MagicString, fileName: string): Interface {
  const parameters: string[] = [];
  const sources: string[] = [];
  const exports: { local: string; name: string }[] = [];
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      const names = statement.specifiers.map((specifier) => {
        if (specifier.type !== "ImportSpecifier" || specifier.imported.type !== "Identifier")
          throw new Error(`${fileName} must import by name: ${statement.source.value}`);
        return `${specifier.imported.name}:${specifier.local.name}`;
      });
      parameters.push(`{${names.join()}}`);
      sources.push(statement.source.value);
    } else if (statement.type === "ExportNamedDeclaration" && statement.declaration === null && statement.source === null) {
      for (const { local, exported } of statement.specifiers) {
        if (local.type !== "Identifier" || exported.type !== "Identifier") throw new Error(`${fileName} must export by name.`);
        exports.push({ local: local.name, name: exported.name });
      }
    } else if (statement.type.startsWith("Export")) {
      throw new Error(`${fileName} has an unexpected ${statement.type}.`);
    } else continue;
    text.remove(statement.start, statement.end);
  }
  return { parameters, sources, exports };
}

/** The module exports the values that the variables have once the script has run. So none may be assigned to, not even one that has only the same name. */
function refuseChanges(program: Program, exported: ReadonlySet<string>, fileName: string): void {
  const variables = new Set<string>();
  for (const statement of program.body) {
    if (statement.type !== "VariableDeclaration" || statement.kind === "const") continue;
    for (const { id } of statement.declarations) {
      if (id.type !== "Identifier") throw new Error(`${fileName} has a pattern in a declaration at the top.`);
      if (exported.has(id.name)) variables.add(id.name);
    }
  }
  const refuse = (target: { readonly type: string; readonly name?: unknown }): void => {
    if (target.type === "Identifier" && typeof target.name === "string" && variables.has(target.name))
      throw new Error(`${fileName} exports the variable ${target.name}, and assigns to it.`);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => refuse(left),
    UpdateExpression: ({ argument }) => refuse(argument),
  }).visit(program);
}

function createModule({ sources, exports, code }: ReturnType<typeof createScript>, fileName: string): string {
  const digest = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const locals = exports.map(({ name }, at) => `${name}:$${at}`).join();
  return [
    `import{runScript}from"./code-cache.js";`,
    ...sources.map((source, at) => `import*as m${at} from${JSON.stringify(source)};`),
    `const $module={meta:import.meta,import:id=>import(id)},`,
    `{${locals}}=runScript(new URL(${JSON.stringify(`./${fileName}`)},import.meta.url),"${digest}")(${["$module", ...sources.map((_, at) => `m${at}`)].join()});`,
    `export{${exports.map(({ name }, at) => `$${at} as ${name}`).join()}};`,
    "",
  ].join("\n");
}

function toAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
