import { findPostgres, startPostgresServer, type PostgresServer } from "@precept/testing/postgres-server";
import type { TestProject } from "vitest/node";

// One server for all test files of this package, which use schemas of different names.

let server: PostgresServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  const programs = findPostgres();
  if (programs !== undefined) server = await startPostgresServer(programs);
  project.provide("postgresUrl", server?.url);
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a PostgreSQL server. Undefined if PostgreSQL is not installed. */
    postgresUrl: string | undefined;
  }
}
