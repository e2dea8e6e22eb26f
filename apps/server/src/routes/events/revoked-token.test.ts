import { join } from "node:path";
import { createProject } from "@precept/testing";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { createServer } from "../../create-server.ts";
import { HostedProjects } from "../../projects/hosted-projects.ts";
import { EventReader } from "../../../test/event-reader.ts";
import { addToken, createTokenAuthenticator, removeToken } from "../../tokens.ts";

async function start() {
  const project = await createProject({ "shop/.precept/rules/.keep": "", "home/.keep": "" });
  const path = join(project.dir, "tokens.json");
  const [ana, bob] = [
    await addToken(path, { user: "ana", role: "reader" }),
    await addToken(path, { user: "bob", role: "reader" }),
  ];
  const authenticator = await createTokenAuthenticator({ path, interval: 5 });
  const projects = new HostedProjects({
    dirs: [{ dir: join(project.dir, "shop") }],
    workspace: { home: join(project.dir, "home") },
    log: pino({ level: "silent" }),
  });
  const server = createServer({ projects, authenticator });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await authenticator[Symbol.asyncDispose]();
  });
  const openEvents = async ({ token }: { readonly token: string }): Promise<EventReader> => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await server.fetch(new Request("http://127.0.0.1/api/v1/events", { headers }));
    expect(status).toBe(200);
    return new EventReader(body as ReadableStream<Uint8Array>);
  };
  return { path, ana, bob, openEvents, server, projects };
}

it("a revoked token ends its streams, and no others", async () => {
  const { path, ana, bob, openEvents } = await start();
  const [ofAna, ofBob] = [await openEvents(ana), await openEvents(bob)];
  await ofAna.next();
  await ofBob.next();
  await removeToken(path, ana.record.id);
  expect(await ofAna.read()).toEqual({ comment: "the request was ended" });
  expect(await ofAna.read()).toBeUndefined();
  expect(await ofBob.readNow()).toBe("nothing");
  await ofBob.close();
});

it("a stream ends when its project is closed", async () => {
  const { ana, openEvents, projects } = await start();
  const events = await openEvents(ana);
  await events.next();
  expect(projects.states()).toMatchObject([{ leases: 1 }]);
  await projects[Symbol.asyncDispose]();
  expect(await events.read()).toEqual({ comment: "the project was closed" });
  expect(await events.read()).toBeUndefined();
  await expect.poll(() => projects.states()[0]?.leases).toBe(0);
});
