import type { Json } from "../model/json.ts";
import { nativeHeaderSchema, type NativeHeader } from "./native-header.ts";

/** A front matter that was checked: what it says, or what is wrong with which key. */
export type CheckedHeader =
  | { readonly header: NativeHeader }
  | { readonly problems: readonly { readonly key: string; readonly message: string }[] };

/** Reads the values of a native front matter by its schema. The bundle loads this file when it is first called. */
export function checkNativeHeader(written: Readonly<Record<string, Json>>): CheckedHeader {
  const result = nativeHeaderSchema.safeParse(written);
  if (result.success) return { header: result.data };
  return { problems: result.error.issues.map(({ path, message }) => ({ key: String(path[0] ?? ""), message })) };
}
