/** Text that is HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/**
 * Creates HTML from a template. Values are escaped, unless they are HTML themselves. Lists are joined, undefined is
 * left out.
 */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(texts.map((text, at) => text + (at < values.length ? write(values[at]) : "")).join(""));
}

function write(value: Part): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(write).join("");
  return String(value)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Formats a description: code in backticks is the only Markdown that the descriptions use. */
export function prose(text: string): Html {
  return new Html(
    text
      .split("`")
      .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`).text)
      .join(""),
  );
}
