import { projectRoutes, type Route } from "@precept/contract";

/** The module with what a client has to know about the routes, without their schemas. */
export function routeTableModule(): string {
  const rows = Object.entries(projectRoutes as Readonly<Record<string, Route>>).map(
    ([id, { method, path, isRepeatable, body, query }]) => {
      const row = { method, path, isRepeatable, hasBody: body !== undefined, hasQuery: query !== undefined };
      return `  ${id}: ${JSON.stringify(row)},\n`;
    },
  );
  return `// Generated from the routes by \`pnpm generate\`.
import type { ProjectRouteId } from "../routes.ts";

/** How a client sends the request of a route. */
export interface RouteTableRow {
  readonly method: "get" | "post" | "put" | "delete";
  /** The path with parameters in braces, relative to the project. */
  readonly path: string;
  /** Whether the request may be sent again if its outcome is unknown. */
  readonly isRepeatable: boolean;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

/** Methods and paths of all routes. Unlike \`projectRoutes\`, it needs no schemas. */
export const routeTable: Readonly<Record<ProjectRouteId, RouteTableRow>> = {
${rows.join("")}};
`;
}
