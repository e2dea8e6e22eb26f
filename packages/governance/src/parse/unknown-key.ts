import { nearestNames } from "@precept/core";
import type * as z from "zod/mini";
import { policyDocumentSchema } from "../model/policy-schema.ts";

/** A schema with others inside it, as far as keys have to be looked up in it. */
interface Nested {
  readonly shape?: Readonly<Record<string, Nested>>;
  readonly def?: { readonly innerType?: Nested; readonly element?: Nested };
}

/** What to write in place of a key that a policy does not have. */
export function adviseOnKey(key: string, path: readonly PropertyKey[]): string {
  const here = keysAt(path);
  const near = nearestNames(key, here);
  const meant = near.length > 0 ? near : placesOf(key);
  if (meant.length > 0) return `Did you mean ${meant.map((name) => `"${name}"`).join(" or ")}?`;
  return `Known here: ${here.join(", ")}. What belongs to nothing else belongs under "metadata".`;
}

function keysAt(path: readonly PropertyKey[]): readonly string[] {
  const schema = path.reduce<Nested | undefined>(
    (node, key) => (typeof key === "number" ? inside(node)?.def?.element : inside(node)?.shape?.[String(key)]),
    policyDocumentSchema as z.ZodMiniType & Nested,
  );
  return Object.keys(inside(schema)?.shape ?? {});
}

/** Past what only says that a value may be absent. */
function inside(schema: Nested | undefined): Nested | undefined {
  return schema?.def?.innerType === undefined ? schema : inside(schema.def.innerType);
}

/** A key that stands one level too high or too low. */
function placesOf(key: string): readonly string[] {
  const sections = ["match", "fix", "soft_hooks"];
  const inSections = sections.flatMap((section) => keysAt([section]).map((name) => ({ name, path: `${section}.${name}` })));
  const all = [...keysAt([]).map((name) => ({ name, path: name })), ...inSections];
  const exact = all.filter(({ name }) => name === key);
  if (exact.length > 0) return exact.map(({ path }) => path);
  const names = all.map(({ name }) => name);
  const near = nearestNames(key, names, 1);
  return all.filter(({ name }) => near.includes(name)).map(({ path }) => path);
}
