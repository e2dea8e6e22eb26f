import type { Json } from "@precept/contract/values";
import { nativeHeaderSchema, type NativeHeader } from "./native-header.ts";

/** The result of validating a front matter: its values, or the problems by key. */
export type CheckedHeader =
  | { readonly header: NativeHeader }
  | { readonly problems: readonly { readonly key: string; readonly message: string }[] };

/** Validates a native front matter with its schema. The bundled CLI loads this file lazily. */
export function checkNativeHeader(values: Readonly<Record<string, Json>>): CheckedHeader {
  const result = nativeHeaderSchema.safeParse(values);
  if (result.success) return { header: result.data };
  return { problems: result.error.issues.map(({ path, message }) => ({ key: String(path[0] ?? ""), message })) };
}
