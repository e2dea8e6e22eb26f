import type { ComponentChildren } from "preact";

/** A short word about a thing, such as the scope of a rule. */
export function Badge({ children, tone = "quiet" }: { readonly children: ComponentChildren; readonly tone?: string }) {
  return <span class={`badge tone-${tone}`}>{children}</span>;
}
