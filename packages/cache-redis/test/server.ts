import { findRedis, startRedisServer, type RedisServer } from "@precept/testing/redis-server";
import type { TestProject } from "vitest/node";

// One server for all test files that need one. They use keys of different prefixes.

let server: RedisServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  const program = findRedis();
  if (program !== undefined) server = await startRedisServer(program);
  project.provide("redisUrl", server?.url);
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a Redis server. Undefined if Redis is not installed: tests that need it are skipped. */
    redisUrl: string | undefined;
  }
}
