import type { OpenApiDocument, Operation, Schema } from "./openapi-document.ts";

/** The maximum number of fields in the body of an example whose fields are all optional. */
const maxFields = 1;

/** A command line that sends a request. `PRECEPT_URL` and `PRECEPT_TOKEN` are variables of the shell. */
export function curlExample(method: string, path: string, operation: Operation, { components }: OpenApiDocument): string {
  const needsToken = operation.security?.every((one) => Object.keys(one).length > 0) === true;
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const query = (operation.parameters ?? []).filter((one) => one.in === "query" && one.required === true);
  const suffix = query.map(({ name }, at) => `${at === 0 ? "?" : "&"}${name}=${name.toUpperCase()}`).join("");
  const streams = Object.values(operation.responses).some(({ content }) => content?.["text/event-stream"] !== undefined);
  return [
    `curl${streams ? " --no-buffer" : ""}${method === "get" || (method === "post" && schema !== undefined) ? "" : ` --request ${method.toUpperCase()}`} "$PRECEPT_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}${suffix}"`,
    ...(needsToken ? ['--header "Authorization: Bearer $PRECEPT_TOKEN"'] : []),
    ...(schema === undefined
      ? []
      : [
          "--header 'Content-Type: application/json'",
          `--data '${JSON.stringify(exampleOf(schema, components.schemas ?? {}, 0)).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(" \\\n  ");
}

/** An example value of a schema: the required fields, or the first ones. */
function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): unknown {
  if (depth > maxDepth) return null;
  if (schema.$ref !== undefined)
    return exampleOf(schemas[schema.$ref.replace("#/components/schemas/", "")] ?? {}, schemas, depth + 1);
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (choice !== undefined) return exampleOf(choice, schemas, depth + 1);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "object": {
      const { properties = {}, required = [] } = schema;
      const texts = Object.keys(properties).filter((name) => properties[name]?.type?.includes("string") === true);
      const names = required.length > 0 ? required : texts.slice(0, maxFields);
      return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, depth + 1)]));
    }
    case "array":
      return [];
    case "integer":
    case "number":
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
    case "boolean":
      return true;
    case "string":
      return "…";
    case undefined:
    default:
      return null;
  }
}

const maxDepth = 6;
