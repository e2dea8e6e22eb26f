import { policyDocumentSchema } from "@precept/contract/policy";
import { nearestNames } from "@precept/core";
import type * as z from "zod/mini";

/** The part of a zod schema that has keys. */
interface SchemaNode {
  readonly shape?: Readonly<Record<string, SchemaNode>>;
  readonly def?: {
    readonly innerType?: SchemaNode;
    readonly element?: SchemaNode;
    readonly valueType?: SchemaNode;
    readonly options?: readonly SchemaNode[];
    readonly getter?: () => SchemaNode;
  };
}

/** Replacements of keys of other tools. */
const otherTools: Readonly<Record<string, string>> = {
  language: 'A policy has no language. Name the files instead, such as `file_patterns: ["*.py"]` below "match".',
  languages: 'A policy has no languages. Name the files instead, such as `file_patterns: ["*.py", "*.ts"]` below "match".',
};

/** Suggests a replacement of an unknown key: a similar key here or in another section, or the known keys. */
export function suggestKey(key: string, path: readonly PropertyKey[]): string {
  if (Object.hasOwn(otherTools, key)) return otherTools[key] ?? "";
  const here = keysAt(path);
  const near = nearestNames(key, here);
  const suggestions = near.length > 0 ? near : pathsOf(key);
  if (suggestions.length > 0) return `Did you mean ${suggestions.map((name) => `"${name}"`).join(" or ")}?`;
  return `Known keys: ${here.join(", ")}. Put other values below "metadata".`;
}

function keysAt(path: readonly PropertyKey[]): readonly string[] {
  const schema = path.reduce<SchemaNode | undefined>(
    (node, key) => (typeof key === "number" ? elementOf(node) : memberOf(node, String(key))),
    policyDocumentSchema as z.ZodMiniType & SchemaNode,
  );
  return Object.keys(choicesOf(schema).find(({ shape }) => shape !== undefined)?.shape ?? {});
}

function elementOf(schema: SchemaNode | undefined): SchemaNode | undefined {
  return choicesOf(schema).find(({ def }) => def?.element !== undefined)?.def?.element;
}

function memberOf(schema: SchemaNode | undefined, key: string): SchemaNode | undefined {
  const choices = choicesOf(schema);
  return (
    choices.find(({ shape }) => shape !== undefined)?.shape?.[key] ?? choices.find(({ def }) => def?.valueType)?.def?.valueType
  );
}

/** Removes wrappers such as `exactOptional`, and returns the members of a union. */
function choicesOf(schema: SchemaNode | undefined): readonly SchemaNode[] {
  if (schema === undefined) return [];
  const { innerType, getter, options } = schema.def ?? {};
  if (options !== undefined) return options.flatMap(choicesOf);
  if (innerType !== undefined || getter !== undefined) return choicesOf(innerType ?? getter?.());
  return [schema];
}

/** Finds a key, or a similar one, at the top level and in all sections. */
function pathsOf(key: string): readonly string[] {
  const sections = ["match", "fix", "soft_hooks"];
  const inSections = sections.flatMap((section) => keysAt([section]).map((name) => ({ name, path: `${section}.${name}` })));
  const all = [...keysAt([]).map((name) => ({ name, path: name })), ...inSections];
  const exact = all.filter(({ name }) => name === key);
  if (exact.length > 0) return exact.map(({ path }) => path);
  const names = all.map(({ name }) => name);
  const near = nearestNames(key, names, 1);
  return all.filter(({ name }) => near.includes(name)).map(({ path }) => path);
}
