import { readFileSync } from "node:fs";
import { Ajv2019 } from "ajv/dist/2019.js";
import type { Exchange } from "./qdrant-double.ts";

type Schema = { [key: string]: unknown };

interface Operation {
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly "application/json": { readonly schema: Schema } } }>
  >;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Compares requests and answers with an OpenAPI description: fields that it does not have are wrong, too. Returns what is wrong. */
export function compareWithDescription(path: string, exchanges: readonly Exchange[]): readonly string[] {
  const { paths, components } = JSON.parse(readFileSync(path, "utf8")) as Description;
  const ajv = new Ajv2019({ strict: false, allErrors: false, validateFormats: false });
  const schemas = Object.fromEntries(Object.entries(components.schemas).map(([name, schema]) => [name, convert(schema)]));
  const validate = (schema: Schema, value: unknown): string => {
    const check = ajv.compile({ ...(convert(schema) as Schema), components: { schemas } });
    return check(value) ? "" : ajv.errorsText(check.errors);
  };
  return exchanges.flatMap(({ method, route, status, request, response }) => {
    const operation = paths[route]?.[method.toLowerCase()];
    const name = `${method} ${route}`;
    if (operation === undefined) return [`${name} is not described`];
    const body = operation.requestBody?.content["application/json"].schema;
    const answer = operation.responses[String(status)]?.content?.["application/json"].schema;
    if (answer === undefined) return [`${name} has no answer with the status ${status}`];
    return [body === undefined ? "" : validate(body, request), validate(answer, response)].flatMap((problem) =>
      problem === "" ? [] : [`${name}: ${problem}`],
    );
  });
}

/** Converts a schema of OpenAPI 3.0 to JSON Schema. Objects that list their fields have no others. */
function convert(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(convert);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] =>
    key === "nullable" || key === "example" || key === "default" ? [] : [[key, convert(value)]],
  );
  const converted: Schema = Object.fromEntries(entries);
  if ("properties" in converted && !("additionalProperties" in converted)) converted["unevaluatedProperties"] = false;
  if (!("nullable" in schema) || schema.nullable !== true) return converted;
  return entries.length === 0 ? { type: "null" } : { anyOf: [converted, { type: "null" }] };
}
