import { html } from "hono/html";
import type { Schema } from "./openapi-document.ts";

/** HTML whose values are escaped. It is a promise only if a value is one. */
export type Html = ReturnType<typeof html>;

const schemaPath = "#/components/schemas/";

/** Shows the type of a schema in a few words, with links to named schemas. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace(schemaPath, "");
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return html`${choices.map((choice, at) => html`${at > 0 ? " or " : ""}${typeOf(choice)}`)}`;
  if (schema.allOf !== undefined) return html`${schema.allOf.map((part, at) => html`${at > 0 ? " and " : ""}${typeOf(part)}`)}`;
  if (schema.enum !== undefined)
    return html`${schema.enum.map((value, at) => html`${at > 0 ? ", " : ""}<code>${JSON.stringify(value)}</code>`)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.items !== undefined)
    return html`list of ${isPlain(schema.items) ? `${String(schema.items.type)}s` : typeOf(schema.items)}`;
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return html`${types.join(" or ")}`;
}

/** Whether a schema is shown by one word, such as `string`. */
function isPlain({ type, items, enum: choices }: Schema): boolean {
  return typeof type === "string" && items === undefined && choices === undefined;
}

/** Shows the fields of an object, and those of the objects in it, as rows of a table. */
export function fieldTable(schema: Schema): Html | undefined {
  const rows = rowsOf(schema, "", 0);
  return rows.length === 0 ? undefined : meaningTable("Field", rows);
}

/** Shows rows with a name, a type and a meaning as a table. */
export function meaningTable(heading: string, rows: readonly Html[]): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

const maxDepth = 4;

function rowsOf(schema: Schema, above: string, depth: number): readonly Html[] {
  const properties = Object.entries(objectIn(schema)?.properties ?? {});
  const required = new Set(objectIn(schema)?.required);
  return properties.flatMap(([name, field]) => [
    html`<tr>
      <td><code>${above}${name}</code>${required.has(name) ? html` <span class="required">required</span>` : undefined}</td>
      <td>${typeOf(field)}</td>
      <td>${meaningOf(field)}</td>
    </tr> `,
    ...(depth < maxDepth ? rowsOf(field, `${above}${name}${isList(field) ? "[]" : ""}.`, depth + 1) : []),
  ]);
}

/** The object that a field contains: itself, or the items of a list. Named schemas have tables of their own. */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.$ref !== undefined) return undefined;
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return objectIn(schema.items);
  return [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map(objectIn).find((found) => found !== undefined);
}

function isList({ type, items }: Schema): boolean {
  return items !== undefined || type === "array";
}

/** The description of a field, with its limits. */
export function meaningOf({ description = "", minimum, maximum, default: byDefault }: Schema): Html {
  const limits = [
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? [`at least ${minimum}`] : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? [`at most ${maximum}`] : []),
  ];
  const range = limits.length === 0 ? undefined : html` ${capitalize(limits.join(", "))}.`;
  return html`${prose(description)}${range}${byDefault === undefined ? undefined : html` Default <code>${JSON.stringify(byDefault)}</code>.`}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a description: code in backticks is the only Markdown that the descriptions use. */
export function prose(text: string): Html {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
