import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { MagicString } from "magic-string";
import type { OutputBundle, OutputChunk, Plugin } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";

/** Shorter scripts are in the module of the program: opening their file takes longer than compiling them. */
const minScriptLength = 1500;

/** Modules are strict, scripts are not. */
const strict = `"use strict";`;

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
        for (const chunk of chunksOf(bundle).filter(({ name }) => names.includes(name))) {
          const script = createScript(chunk);
          const fileName = scriptFile(chunk);
          this.emitFile({ type: "asset", fileName, source: script.code });
          chunk.code = createModule(script, fileName);
        }
      },
    },
  };
}

/**
 * Moves the code of all chunks into scripts. The only module that is left is that of the entry. It runs the scripts without Node's module loaders, which take a
 * millisecond for each module.
 *
 * @param entry the name of the chunk that the module stands for.
 */
export function scriptProgram(entry: string): Plugin {
  return {
    name: "script-program",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const scripts = chunksOf(bundle).map((chunk) => ({ chunk, script: createScript(chunk) }));
        const rows = scripts.map(({ chunk, script }) => {
          const isSmall = script.code.length < minScriptLength;
          const file = scriptFile(chunk);
          if (!isSmall) this.emitFile({ type: "asset", fileName: file, source: script.code });
          const run = isSmall
            ? `()=>${script.code.replace(strict, "")}`
            : `()=>runScript(import.meta.dirname,${JSON.stringify(file)},"${digestOf(script.code)}")`;
          return `${JSON.stringify(`./${chunk.fileName}`)}:[${[run, ...script.sources.map((one) => JSON.stringify(one))].join()}]`;
        });
        for (const { chunk, script } of scripts) {
          if (chunk.name === entry) chunk.code = createProgram(rows, chunk, script.exports);
          else delete bundle[chunk.fileName];
        }
      },
    },
  };
}

function chunksOf(bundle: OutputBundle): readonly OutputChunk[] {
  return Object.values(bundle).filter((file) => file.type === "chunk");
}

function scriptFile({ fileName }: OutputChunk): string {
  return fileName.replace(/\.js$/, "-code.js");
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
  text.prepend(`${strict}(($module,${found.parameters.join()})=>{`).append(`\n;return{${returned}}})`);
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
  const nameOf = (node: { readonly type: string; readonly name?: string }): string => {
    if (node.type !== "Identifier" || node.name === undefined) throw new Error(`${fileName} must import and export by name.`);
    return node.name;
  };
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      const names = statement.specifiers.map((specifier) => {
        if (specifier.type !== "ImportSpecifier") throw new Error(`${fileName} must import by name: ${statement.source.value}`);
        return `${nameOf(specifier.imported)}:${specifier.local.name}`;
      });
      parameters.push(`{${names.join()}}`);
      sources.push(statement.source.value);
    } else if (statement.type === "ExportNamedDeclaration" && statement.declaration === null) {
      const { source, specifiers } = statement;
      const found = specifiers.map(({ local, exported }) => ({ local: nameOf(local), name: nameOf(exported) }));
      if (source !== null) {
        // A re-export is an import into a variable with a new name.
        const locals = found.map((_, at) => `$${sources.length}_${at}`);
        parameters.push(`{${found.map(({ local }, at) => `${local}:${locals[at]}`).join()}}`);
        sources.push(source.value);
        exports.push(...found.map(({ name }, at) => ({ local: locals[at] ?? "", name })));
      } else exports.push(...found);
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
  const locals = exports.map(({ name }, at) => `${name}:$${at}`).join();
  return [
    `import{runScript}from"./code-cache.js";`,
    ...sources.map((source, at) => `import*as m${at} from${JSON.stringify(source)};`),
    `const $module={meta:import.meta,import:id=>import(id)},`,
    `{${locals}}=runScript(import.meta.dirname,${JSON.stringify(fileName)},"${digestOf(code)}")(${["$module", ...sources.map((_, at) => `m${at}`)].join()});`,
    `export{${exports.map(({ name }, at) => `$${at} as ${name}`).join()}};`,
    "",
  ].join("\n");
}

/** Returns the module of an entry, with a table of all scripts by the names that their chunks had. */
function createProgram(rows: readonly string[], entry: OutputChunk, exports: Interface["exports"]): string {
  return [
    `import{runScript}from"./code-cache.js";`,
    `const $scripts={${rows.join(",\n")}},$loaded=new Map(),`,
    `$load=id=>{let known=$loaded.get(id);if(known===undefined){const[script,...sources]=$scripts[id];`,
    `$loaded.set(id,known=script()($module,...sources.map($load)))}return known},`,
    `$module={meta:{url:import.meta.url,load:$load},import:async id=>id in $scripts?$load(id):import(id)};`,
    `export const{${exports.map(({ name }) => name).join()}}=$load(${JSON.stringify(`./${entry.fileName}`)});`,
    "",
  ].join("\n");
}

function digestOf(code: string): string {
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}

/** Writes all other characters of a JavaScript or JSON text as escape sequences. */
export function toAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
