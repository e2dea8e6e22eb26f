import { html } from "hono/html";
import { curlExample } from "./curl-example.ts";
import type { OpenApiDocument, Operation, Schema } from "./openapi-document.ts";
import { fieldTable, meaningOf, meaningTable, prose, typeOf, type Html } from "./schema-view.ts";

export const stylesheetPath = "/docs/style.css";

/** The media type of errors. The page says once that they are problems. */
const problemType = "application/problem+json";

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Shows an OpenAPI document as a page that needs no script and nothing from other servers. */
export async function renderPage(document: OpenApiDocument): Promise<string> {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = (document.tags ?? []).map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
  const schemas = Object.entries(document.components.schemas ?? {});
  const { title, version, description = "" } = document.info;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the routes</a>
        <nav aria-label="Contents">
          <p class="brand"><a href="#content">${title} API</a></p>
          ${groups.map(
            ({ name, entries: inGroup }) =>
              html`<p><a href="#tag-${name}">${name}</a></p>
                <ul>
                  ${inGroup.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
                </ul> `,
          )}
          <p><a href="#schemas">Schemas</a></p>
        </nav>
        <main id="content">
          <h1>${title} API <small>${version}</small></h1>
          <p>${prose(description)} They have the schema <a href="#schema-Problem">Problem</a>.</p>
          <p>The <a href="/openapi.json">OpenAPI document</a> describes the same for programs. The examples use two variables:</p>
          <pre tabindex="0"><code>export PRECEPT_URL=http://127.0.0.1:4141
export PRECEPT_TOKEN=…   # from: precept token create</code></pre>
          ${groups.map(
            ({ name, description: about = "", entries: inGroup }) =>
              html`<section aria-labelledby="tag-${name}">
                <h2 id="tag-${name}">${name}</h2>
                <p>${prose(about)}</p>
                ${inGroup.map((entry) => operationView(entry, document))}
              </section> `,
          )}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Schemas</h2>
            ${schemas.map(
              ([name, schema]) =>
                html`<article>
                  <h3 id="schema-${name}">${name}</h3>
                  ${schema.description === undefined ? undefined : html`<p>${prose(schema.description)}</p>`}
                  ${fieldTable(schema) ?? html`<p>${typeOf(schema)}</p>`}
                </article> `,
            )}
          </section>
        </main>
      </body>
    </html> `;
  return page.toString();
}

function operationView({ method, path, operation }: Entry, document: OpenApiDocument): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  return html`<article>
    <h3 id="${operationId}">${summary}</h3>
    <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
    <p class="role">${roleOf(operation)}</p>
    ${
      parameters.length === 0
        ? undefined
        : html`<h4>Parameters</h4>
            ${meaningTable("Name", parameters.map(parameterRow))}`
    }
    ${
      body === undefined
        ? undefined
        : html`<h4>Body</h4>
            ${schemaView(body)}`
    }
    <h4>Answers</h4>
    <dl>
      ${Object.entries(responses).map(
        ([status, { description: meaning, content = {} }]) =>
          html`<dt>${status}</dt>
            <dd>
              ${prose(meaning)}
              ${Object.entries(content).map(([type, { schema }]) =>
                type === problemType ? undefined : html`<span class="type">${type}: ${typeOf(schema)}</span>`,
              )}
            </dd> `,
      )}
    </dl>
    ${Object.values(responses)
      .flatMap(({ content = {} }) => {
        const schema = content["application/json"]?.schema;
        const table = schema === undefined ? undefined : fieldTable(schema);
        return table === undefined
          ? []
          : [
              html`<h4>Fields of the answer</h4>
                ${table}`,
            ];
      })
      .slice(0, 1)}
    <h4>Example</h4>
    <pre tabindex="0"><code>${curlExample(method, path, operation, document)}</code></pre>
  </article> `;
}

function parameterRow(one: NonNullable<Operation["parameters"]>[number]): Html {
  const description = one.description === undefined ? {} : { description: one.description };
  return html`<tr>
    <td><code>${one.name}</code> <span class="required">${one.in}${one.required === true ? ", required" : ""}</span></td>
    <td>${typeOf(one.schema)}</td>
    <td>${meaningOf({ ...one.schema, ...description })}</td>
  </tr> `;
}

function schemaView(schema: Schema): Html {
  return fieldTable(schema) ?? html`<p>${typeOf(schema)}</p>`;
}

function roleOf({ "x-precept-role": role, security = [] }: Operation): Html {
  if (role !== undefined) return html`Role: <strong>${role}</strong>`;
  return security.some((one) => Object.keys(one).length > 0)
    ? html`Role: <strong>admin</strong>, see the description`
    : html`Needs no token`;
}
