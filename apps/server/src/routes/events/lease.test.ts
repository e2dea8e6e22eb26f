import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { expect, it, onTestFinished } from "vitest";
import { createServer } from "../../create-server.ts";
import { toOpenProject } from "../../projects/open-project.ts";
import type { Projects } from "../../projects/projects.ts";
import { EventReader } from "../../../test/event-reader.ts";

/** A server of one project that counts its leases. */
async function startCounted() {
  const { dir } = await createProject();
  const workspace = await openWorkspace(dir, { home: dir });
  const project = toOpenProject("shop", workspace);
  let leases = 0;
  const projects: Projects = {
    ids: ["shop"],
    defaultId: undefined,
    async lease() {
      leases += 1;
      return {
        project,
        release: () => {
          leases -= 1;
        },
      };
    },
    states: () => [],
    async [Symbol.asyncDispose]() {
      project.events.close();
    },
  };
  const server = createServer({ projects });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });
  const open = async (path: string, init?: RequestInit): Promise<Response> =>
    server.fetch(new Request(`http://127.0.0.1/api/v1/projects/shop${path}`, init));
  return { open, project, leases: () => leases };
}

it("a stream holds a lease of its project until the client disconnects", async () => {
  const { open, leases } = await startCounted();
  const { body } = await open("/events");
  const events = new EventReader(body as ReadableStream<Uint8Array>);
  await events.next();
  expect(leases()).toBe(1);
  await open("/policies");
  expect(leases()).toBe(1);
  await events.close();
  await expect.poll(leases).toBe(0);
});

it("a stream without a reader, or that was refused, holds no lease", async () => {
  const { open, leases } = await startCounted();
  await open("/events", { method: "HEAD" });
  await expect.poll(leases).toBe(0);
  expect((await open("/events?types=nothing")).status).toBe(400);
  expect(leases()).toBe(0);
  const aborted = new AbortController();
  await open("/events", { signal: aborted.signal });
  expect(leases()).toBe(1);
  aborted.abort();
  await expect.poll(leases).toBe(0);
});

it("a stream ends when its project is closed", async () => {
  const { open, project, leases } = await startCounted();
  const { body } = await open("/events");
  const events = new EventReader(body as ReadableStream<Uint8Array>);
  await events.next();
  project.events.close("the project was removed");
  expect(await events.read()).toEqual({ comment: "the project was removed" });
  expect(await events.read()).toBeUndefined();
  await expect.poll(leases).toBe(0);
  expect((await open("/events")).status).toBe(503);
  expect(leases()).toBe(0);
});
