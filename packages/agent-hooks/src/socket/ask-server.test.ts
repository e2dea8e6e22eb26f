import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createProject, makeDirectory } from "@precept/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { hostIds } from "../host-ids.ts";
import { hosts } from "../hosts/hosts.ts";
import { askServer, type AskServerOptions, type ServerDecision } from "./ask-server.ts";
import { projectVariables } from "./caller.ts";
import { FrameConnection } from "./frame-connection.ts";
import { maxAnswerBytes, maxRequestBytes, type ServerMessage } from "./messages.ts";
import { socketName } from "./socket-path.ts";

const output = { stdout: "out\n", stderr: "", exitCode: 0 };
const answer: ServerMessage = { type: "answer", stdout: "out\n", stderr: "", exit_code: 0 };
const answered: ServerDecision = { kind: "answered", output };
const undecided: ServerDecision = { kind: "undecided" };

interface Fixture {
  readonly dir: string;
  /** The directory of the sockets. */
  readonly sockets: string;
  readonly path: string;
  readonly ask: (options?: Partial<AskServerOptions>) => Promise<ServerDecision>;
}

/** Starts a program that pretends to be the server of a project. */
async function pretend(behave: (connection: FrameConnection, socket: Socket) => Promise<void>): Promise<Fixture> {
  const { dir } = await createProject({ ".git/HEAD": "", "src/a.ts": "" });
  const runtime = makeDirectory();
  const sockets = join(runtime, "precept");
  mkdirSync(sockets, { mode: 0o700 });
  const path = join(sockets, socketName(dir));
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    behave(new FrameConnection(socket, maxRequestBytes), socket).catch(() => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen({ path }, resolve);
  });
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const env = { XDG_RUNTIME_DIR: runtime };
  return {
    dir,
    sockets,
    path,
    ask: async (options) =>
      askServer({ input: Promise.resolve("{}"), host: "codex", root: undefined, env, cwd: dir, ...options }),
  };
}

/** Behaves like a server, except for the messages after the request. */
function reply(...messages: readonly object[]) {
  return async (connection: FrameConnection): Promise<void> => {
    await connection.receive(5_000);
    for (const message of messages) connection.send(message, maxAnswerBytes);
  };
}

const ack: ServerMessage = { type: "ack", wait: 10_000 };
const server = reply(ack, answer);

describe.skipIf(process.platform === "win32")("asking a server", () => {
  it("finds the socket of the project that the payload, a variable of the host, or the directory is in", async () => {
    const { dir, ask } = await pretend(server);
    const elsewhere = makeDirectory();
    const env = { XDG_RUNTIME_DIR: join((await pretend(server)).sockets, "..") };
    expect(await ask()).toEqual(answered);
    expect(await ask({ cwd: join(dir, "src") })).toEqual(answered);
    for (const payload of [{ cwd: dir }, { workspace_roots: [dir] }, { workspaceRoots: [dir] }, { working_dir: dir }]) {
      expect(await ask({ cwd: elsewhere, input: Promise.resolve(JSON.stringify(payload)) })).toEqual(answered);
    }
    expect(await ask({ cwd: elsewhere, root: dir })).toEqual(answered);
    expect(await ask({ cwd: elsewhere })).toEqual(undecided);
    expect(await ask({ env })).toEqual(undecided);
  });

  it("knows the variables of all hosts", () => {
    const named = hostIds.flatMap((id) => hosts[id].projectVariables.value);
    expect([...projectVariables]).toEqual([...new Set(named)].toSorted());
  });

  const failures: Readonly<Record<string, (connection: FrameConnection, socket: Socket) => Promise<void>>> = {
    "says nothing": async () => undefined,
    "closes the connection": async (_, socket) => void socket.destroy(),
    declines: reply({ type: "decline", reason: "no" }),
    "sends no JSON": async (_, socket) => void socket.write("\0\0\0\u0002{]"),
    "sends another message": reply({ type: "hello" }),
    "sends a list": reply([1]),
    "announces an endless message": async (_, socket) => void socket.write(Buffer.from([255, 255, 255, 255])),
    "answers without an acknowledgement": reply(answer),
    "sends many messages": reply(ack, ...Array.from({ length: 20 }, () => ({ type: "hello" }))),
    "acknowledges without a time": reply({ type: "ack" }),
    "ends after its acknowledgement": async (connection, socket) => {
      await reply(ack)(connection);
      await connection.receive(5_000);
      socket.destroy();
    },
    "declines after its acknowledgement": reply(ack, { type: "decline", reason: "no" }),
    "answers with another exit code": reply(ack, { ...answer, exit_code: "0" }),
    "answers without output": reply(ack, { type: "answer", exit_code: 0 }),
  };

  it.each(Object.keys(failures))("leaves the decision to the hook if the server %s", async (name) => {
    const { ask } = await pretend(failures[name] ?? server);
    expect(await ask()).toEqual(undecided);
  });

  it("stops waiting for a server that hangs", async () => {
    const { ask } = await pretend(reply({ type: "ack", wait: 300 }));
    expect(await ask()).toMatchObject({ kind: "late", problem: expect.stringContaining("the server did not answer within") });
  });

  it("does not send a payload that is too large", async () => {
    let requests = 0;
    const { ask } = await pretend(async () => void (requests += 1));
    expect(await ask({ input: Promise.resolve("x".repeat(maxRequestBytes + 1)) })).toEqual(undecided);
    expect(requests).toBe(0);
    expect(await ask({ input: Promise.resolve('"'.repeat(maxRequestBytes - 10)) })).toEqual(undecided);
  });

  it("does not wait for the input without a server", async () => {
    const env = { XDG_RUNTIME_DIR: makeDirectory() };
    const { ask } = await pretend(server);
    expect(await ask({ env, input: new Promise(() => undefined) })).toEqual(undecided);
  });

  it("asks no server if there can be managed policies", async () => {
    const { ask, sockets } = await pretend(server);
    expect(await ask({ env: { XDG_RUNTIME_DIR: join(sockets, ".."), PRECEPT_MANAGED_DIR: "/nowhere" } })).toEqual(undecided);
  });
});

describe.skipIf(process.platform === "win32")("a socket that others could have created", () => {
  const ignored = (why: string) => ({ kind: "undecided", note: expect.stringContaining(`cannot be trusted: ${why}`) as string });

  const risks: Readonly<Record<string, readonly [why: string, change: (fixture: Fixture) => void]>> = {
    "a directory that the group can write to": ["others can write to it (mode 770)", ({ sockets }) => chmodSync(sockets, 0o770)],
    "a directory that everyone can write to": ["others can write to it (mode 1777)", ({ sockets }) => chmodSync(sockets, 0o1777)],
    "a directory that is a link": [
      "it is a link",
      ({ sockets }) => {
        renameSync(sockets, `${sockets}-2`);
        symlinkSync(`${sockets}-2`, sockets);
      },
    ],
    "a directory that is a file": [
      "it is not a directory",
      ({ sockets }) => {
        renameSync(sockets, `${sockets}-2`);
        writeFileSync(sockets, "");
      },
    ],
    "a directory that could be replaced": ["could be replaced", ({ sockets }) => chmodSync(join(sockets, ".."), 0o777)],
    "a socket that others can write to": ["others can write to it", ({ path }) => chmodSync(path, 0o666)],
    "a socket that is a link": [
      "it is a link",
      ({ path }) => {
        renameSync(path, `${path}-2`);
        symlinkSync(`${path}-2`, path);
      },
    ],
    "a socket that is a file": [
      "it is not a socket",
      ({ path }) => {
        renameSync(path, `${path}-2`);
        writeFileSync(path, "", { mode: 0o600 });
      },
    ],
  };

  it.each(Object.keys(risks))("is ignored, and the hook says why: %s", async (name) => {
    const [why, change] = risks[name] ?? ["", () => undefined];
    const fixture = await pretend(server);
    chmodSync(fixture.path, 0o600);
    change(fixture);
    const decision = await fixture.ask();
    expect(decision).toMatchObject({ kind: "undecided", note: expect.stringContaining(why) as string });
  });

  it.skipIf(process.getuid?.() !== 0)("is ignored if another user owns it or its directory", async () => {
    const { ask, path, sockets } = await pretend(server);
    chmodSync(path, 0o600);
    chownSync(path, 12_345, 12_345);
    expect(await ask()).toEqual(ignored("it is owned by the user 12345"));
    chownSync(path, 0, 0);
    chownSync(sockets, 12_345, 12_345);
    expect(await ask()).toEqual(ignored("it is owned by the user 12345"));
  });

  it("is ignored in the project", async () => {
    const { dir, path } = await pretend(server);
    mkdirSync(join(dir, "precept"), { mode: 0o700 });
    const inside = join(dir, "precept", socketName(dir));
    renameSync(path, inside);
    chmodSync(inside, 0o600);
    const decision = await askServer({
      input: Promise.resolve("{}"),
      host: undefined,
      root: undefined,
      env: { XDG_RUNTIME_DIR: dir },
      cwd: dir,
    });
    expect(decision).toEqual(ignored("it is in the project"));
  });
});
