import type { OpenAPIHono } from "@hono/zod-openapi";
import { projectRoutes, routeTags, serverRoutes, type Role, type Route } from "@precept/contract";
import type { ServerEnvironment } from "../http/environment.ts";

/** The version of the API, which is also in its paths (`/api/v1`). */
const apiVersion = "1.0.0";

/** An OpenAPI 3.1 document, as far as this package reads it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
  /** The lowest role that may send the request. Absent: it needs no token. */
  readonly "x-precept-role"?: Role;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly description?: string;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** A JSON Schema, as far as the page shows it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: boolean | Schema;
}

export function buildOpenApiDocument(app: OpenAPIHono<ServerEnvironment>): OpenApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Precept",
      version: apiVersion,
      description:
        "Which rules apply to a request of an agent, in what order, and why. The routes of a project are under `/api/v1/projects/{project}`; on a " +
        "server with one project, they are under `/api/v1`, too. Errors are problems as RFC 9457 defines them, with a permanent `code`.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/", description: "This server." }],
    tags: Object.entries(routeTags).map(([name, description]) => ({ name, description })),
  });
  document.components = {
    ...document.components,
    securitySchemes: {
      token: {
        type: "http",
        scheme: "bearer",
        description: "A token from `precept token create`. A server without tokens needs none.",
      },
    },
  };
  return addRoles(document as unknown as OpenApiDocument);
}

function addRoles(document: OpenApiDocument): OpenApiDocument {
  const routes: Readonly<Record<string, Route>> = { ...projectRoutes, ...serverRoutes };
  for (const operation of Object.values(document.paths).flatMap((operations) => Object.values(operations))) {
    const role = routes[operation.operationId]?.role;
    if (role !== undefined) Object.assign(operation, { "x-precept-role": role });
  }
  return document;
}
