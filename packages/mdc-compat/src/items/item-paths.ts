import type { ItemFormat } from "../model/item.ts";

/** Whether an item can have a name: parts of a path that every system accepts. */
export function isItemName(name: string): boolean {
  return (
    name.length <= 100 &&
    /^(?!\.)[\p{L}\p{N}_][\p{L}\p{N}_. @+-]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_. @+-]*)*$/u.test(name) &&
    !/(?:[ .]|__proto__)(?:\/|$)/.test(name)
  );
}

/** The directory and the ending of the files that have one item each. Undefined for one file. */
export function splitItemPath({ path }: Pick<ItemFormat, "path">): { readonly dir: string; readonly ending: string } | undefined {
  const star = path.indexOf("/*");
  return star === -1 ? undefined : { dir: path.slice(0, star), ending: path.slice(star + 2) };
}

/** The path of the file of an item. Undefined if the tool has no file with this name. */
export function toItemPath(format: Pick<ItemFormat, "path" | "nested">, name: string): string | undefined {
  if (name.includes("/") && splitItemPath(format) !== undefined && format.nested !== true) return undefined;
  return format.path.replace("*", () => name);
}

/** The name of the item in the file at a path. Undefined if no item of the format is there. */
export function toItemName(format: Pick<ItemFormat, "path" | "nested" | "kind">, path: string): string | undefined {
  const split = splitItemPath(format);
  if (split === undefined) return path === format.path ? format.kind : undefined;
  const { dir, ending } = split;
  if (!path.startsWith(`${dir}/`) || !path.endsWith(ending) || path.length <= dir.length + 1 + ending.length) return undefined;
  const name = path.slice(dir.length + 1, path.length - ending.length);
  return name.includes("/") && format.nested !== true ? undefined : name;
}
