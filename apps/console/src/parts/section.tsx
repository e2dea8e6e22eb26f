import { printable } from "@precept/core";
import type { ComponentChildren } from "preact";
import { Text } from "./text.tsx";

interface SectionProps {
  readonly title: string;
  /** Shown beside the title, such as a number of rules. */
  readonly detail?: ComponentChildren;
  readonly tone?: "good" | "warn" | "bad" | "quiet";
  readonly children: ComponentChildren;
}

/** A part of a page with a heading. */
export function Section({ title, detail, tone = "quiet", children }: SectionProps) {
  return (
    <section class={`section tone-${tone}`} aria-label={printable(title)}>
      <h2>
        <span class="mark" aria-hidden="true" />
        <Text value={title} />
        {detail !== undefined && <span class="detail">{detail}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Says that there is nothing to show, and what the user can do. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** Says that the server could not answer. */
export function Problem({ message }: { readonly message: string | undefined }) {
  return message === undefined ? null : (
    <p class="problem" role="alert">
      <Text value={message} />
    </p>
  );
}
