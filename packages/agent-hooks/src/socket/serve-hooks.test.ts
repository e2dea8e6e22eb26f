import { chmodSync, existsSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import * as fc from "fast-check";
import { createProject, makeDirectory } from "@precept/testing";
import { openLazyWorkspace } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { encodeAction, encodedCwd } from "../../test/encode-action.ts";
import { hookProjectFiles } from "../../test/hook-project.ts";
import { askServer, type AskServerOptions, type ServerDecision } from "./ask-server.ts";
import { callerEnvironment } from "./caller.ts";
import { FrameConnection } from "./frame-connection.ts";
import { maxAnswerBytes, maxRequestBytes, type HookRequest } from "./messages.ts";
import { serveHooks, type HookServer, type ServeHooksOptions } from "./serve-hooks.ts";
import { identityOf } from "@precept/files";

interface Fixture {
  readonly dir: string;
  readonly env: { readonly [name: string]: string };
  readonly server: HookServer;
  readonly declined: string[];
  /** How many workspaces were opened. */
  readonly opened: () => number;
  readonly ask: (options?: Partial<AskServerOptions>) => Promise<ServerDecision>;
}

async function start(options: Partial<ServeHooksOptions> = {}): Promise<Fixture> {
  const { dir } = await createProject(hookProjectFiles);
  const env = { XDG_RUNTIME_DIR: makeDirectory() };
  const declined: string[] = [];
  let opened = 0;
  const server = await serveHooks({
    project: dir,
    env,
    now: Date.now,
    deadline: 60_000,
    onDecline: (reason) => declined.push(reason),
    async open(at) {
      opened += 1;
      const workspace = await openLazyWorkspace(at, { home: `${dir}/home`, discover: true });
      return { workspace, declines: undefined, release: async () => workspace[Symbol.asyncDispose]() };
    },
    ...options,
  });
  onTestFinished(() => server.close(0));
  const ask = async (one: Partial<AskServerOptions> = {}): Promise<ServerDecision> =>
    askServer({ input: Promise.resolve(payloadOf("rm -rf build", dir)), host: "codex", root: undefined, env, cwd: dir, ...one });
  return { dir, env, server, declined, opened: () => opened, ask };
}

function payloadOf(command: string, dir: string): string {
  return JSON.stringify(encodeAction("codex", { type: "command", command })[0]?.payload).replaceAll(encodedCwd, dir);
}

/** Asks until the server has declined, because a busy machine can miss the time in which it acknowledges. */
async function askUntilDeclined({ ask, declined }: Fixture, options: Partial<AskServerOptions>): Promise<readonly string[]> {
  while (declined.length === 0) expect(await ask(options)).toEqual({ kind: "undecided" });
  return declined.splice(0);
}

async function askUntilAnswered({ ask }: Fixture, options: Partial<AskServerOptions> = {}): Promise<string> {
  for (;;) {
    const decision = await ask(options);
    if (decision.kind === "answered") return decision.output.stdout;
  }
}

/** Connects without the code of the client. */
async function open({ server }: Fixture): Promise<FrameConnection> {
  const connection = new FrameConnection(connect({ path: server.path }), maxAnswerBytes);
  await connection.opened(5_000);
  onTestFinished(() => connection.close());
  return connection;
}

function requestFor({ dir, env }: Fixture): HookRequest {
  const identity = identityOf(dir) ?? "";
  return {
    type: "request",
    ...callerEnvironment(env),
    project: dir,
    identity,
    cwd: dir,
    env: {},
    payload: payloadOf("rm -rf x", dir),
  };
}

describe.skipIf(process.platform === "win32")("a server of hooks", () => {
  it("can only be reached by its user", async () => {
    const { server } = await start();
    expect([lstatSync(server.path).mode & 0o777, lstatSync(join(server.path, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it("declines a hook with another environment, project or version", async () => {
    const fixture = await start();
    const { env } = fixture;
    for (const [name, value] of [
      ["HOME", "/elsewhere"],
      ["PRECEPT_TRUSTED_DIRS", "/"],
      ["PRECEPT_RULES_DIRS", "/rules"],
    ] as const) {
      const reasons = await askUntilDeclined(fixture, { env: { ...env, [name]: value } });
      expect(reasons).toEqual([`${name} has other values for the hook and the server`]);
    }
    expect(await askUntilDeclined(fixture, { env: { ...env, CI: "1" } })).toEqual([
      "the hook and the server do not both run in continuous integration",
    ]);
    const elsewhere = (await createProject({ ".git/HEAD": "" })).dir;
    const payload = payloadOf("ls", elsewhere);
    expect(await askUntilDeclined(fixture, { input: Promise.resolve(payload) })).toEqual(["the call is about another project"]);
    const request = requestFor(fixture);
    for (const change of [{ version: "0" }, { identity: "1:1" }, { project: elsewhere }, { host: "nobody" }, { env: { A: 1 } }]) {
      const connection = await open(fixture);
      connection.send({ ...request, ...change }, maxRequestBytes);
      expect(await connection.receive(10_000)).toMatchObject({ type: "decline" });
    }
  });

  it("declines if the workspace depends on the environment of the hook", async () => {
    const { dir } = await createProject();
    const workspace = await openLazyWorkspace(dir, { home: `${dir}/home` });
    onTestFinished(() => workspace[Symbol.asyncDispose]());
    const fixture = await start({
      open: async () => ({
        workspace: { ...workspace, root: fixture.dir },
        declines: "there are managed policies",
        release: async () => undefined,
      }),
    });
    expect(await askUntilDeclined(fixture, {})).toEqual(["there are managed policies"]);
  });

  it("does nothing for a hook that no longer waits", async () => {
    const fixture = await start();
    const connection = await open(fixture);
    connection.send(requestFor(fixture), maxRequestBytes);
    expect(await connection.receive(10_000)).toMatchObject({ type: "ack" });
    connection.close();
    await askUntilAnswered(fixture);
    expect(fixture.opened()).toBe(1);
  });

  it("answers after any other bytes", async () => {
    const fixture = await start();
    const value = fc.oneof(fc.json(), fc.constant(JSON.stringify(requestFor(fixture))), fc.string());
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
      fc.tuple(value, fc.option(fc.nat({ max: 0xffff_ffff }))).map(([text, length]) => {
        const header = Buffer.alloc(4);
        header.writeUInt32BE(length ?? Buffer.byteLength(text));
        return Buffer.concat([header, Buffer.from(text)]);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 3 }), async (parts) => {
        const socket = connect({ path: fixture.server.path });
        socket.on("error", () => undefined);
        for (const part of parts) socket.write(part);
        await new Promise<void>((resolve) => {
          socket.end(() => resolve());
        });
        socket.destroy();
      }),
      { numRuns: 150, seed: 16 },
    );
    expect(await askUntilAnswered(fixture)).toContain("Never delete everything");
  });

  it("answers many hooks at the same time", async () => {
    const fixture = await start();
    const answers = await Promise.all(Array.from({ length: 40 }, async () => askUntilAnswered(fixture)));
    expect(new Set(answers.map((text) => text.includes('"deny"')))).toEqual(new Set([true]));
  });

  it("finishes its answers before it ends, and removes its socket first", async () => {
    let isReleased = false;
    const started = Promise.withResolvers<undefined>();
    const finish = Promise.withResolvers<undefined>();
    const fixture = await start({
      async open(at) {
        started.resolve(undefined);
        await finish.promise;
        const workspace = await openLazyWorkspace(at, { home: `${at}/home`, discover: true });
        return {
          workspace,
          declines: undefined,
          async release() {
            await workspace[Symbol.asyncDispose]();
            isReleased = true;
          },
        };
      },
    });
    const answering = askUntilAnswered(fixture);
    await started.promise;
    const closing = fixture.server.close(60_000);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(existsSync(fixture.server.path)).toBe(false);
    finish.resolve(undefined);
    await closing;
    expect([isReleased, await answering]).toEqual([true, expect.stringContaining('"deny"')]);
  });

  it("ends in time although a hook does not", async () => {
    const fixture = await start();
    await open(fixture);
    await fixture.server.close(10);
    expect(existsSync(fixture.server.path)).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("the socket of a server", () => {
  const options = (project: string, env: ServeHooksOptions["env"]): ServeHooksOptions => ({
    project,
    env,
    now: Date.now,
    open: async () => Promise.reject(new Error("not called")),
  });

  it("is not taken from a server that runs, and not removed by another one", async () => {
    const { dir, env, server } = await start();
    const others = await Promise.allSettled([serveHooks(options(dir, env)), serveHooks(options(dir, env))]);
    for (const other of others) {
      expect(other).toMatchObject({ reason: { message: "Another server answers the hooks of this project." } });
    }
    expect(existsSync(server.path)).toBe(true);
  });

  it("belongs to exactly one of several servers that start at the same time", async () => {
    const [{ dir }, env] = [await createProject({ ".git/HEAD": "" }), { XDG_RUNTIME_DIR: makeDirectory() }];
    const started = await Promise.allSettled(Array.from({ length: 5 }, async () => serveHooks(options(dir, env))));
    const running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    onTestFinished(async () => void (await Promise.all(running.map((one) => one.close(0)))));
    expect(running).toHaveLength(1);
  });

  it("is not created where it cannot be safe", async () => {
    const { dir } = await createProject({ ".git/HEAD": "" });
    const inside = options(dir, { XDG_RUNTIME_DIR: dir });
    await expect(serveHooks(inside)).rejects.toThrow("it is in the project, which could change it");
    const long = join(makeDirectory(), "x".repeat(100));
    mkdirSync(long);
    await expect(serveHooks(options(dir, { XDG_RUNTIME_DIR: long }))).rejects.toThrow("is longer than 103 bytes");
    const writable = makeDirectory();
    mkdirSync(join(writable, "precept"));
    chmodSync(join(writable, "precept"), 0o777);
    await expect(serveHooks(options(dir, { XDG_RUNTIME_DIR: writable }))).rejects.toThrow("others can write to it");
    const { server, dir: project, env } = await start();
    await server.close(0);
    writeFileSync(server.path, "mine");
    await expect(serveHooks(options(project, env))).rejects.toThrow("is not a socket");
  });
});
