import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const conditions = "--conditions=@precept/source";
const main = join(import.meta.dirname, "../../main.ts");

/** Makes a hook fail that decides by itself, to see who decided. */
const refuseOwnDecision = `data:text/javascript,${encodeURIComponent(
  'import { registerHooks } from "node:module";' +
    'registerHooks({ resolve: (id, context, next) => { if (id.includes("answer-payload")) throw new Error("decided by itself"); return next(id, context); } });',
)}`;

const files = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".precept/policies/a.yaml":
    "id: NO-RM\nseverity: CRITICAL\nmatch: { pattern: 'rm -rf', context_filter: { subject: command } }\nmessage: Never.\n",
};

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Project {
  readonly dir: string;
  readonly runtime: string;
  readonly serve: (...args: readonly string[]) => Promise<Server>;
  /** Runs the whole process of a hook. */
  readonly hook: (command: string, args?: readonly string[]) => Promise<Outcome>;
}

interface Server {
  readonly child: ChildProcess;
  readonly out: string;
  readonly err: () => string;
  /** Ends the process with a signal. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

async function openProject(): Promise<Project> {
  const { dir } = await createProject(files);
  const { dir: runtime } = await createProject({});
  const env = { ...process.env, XDG_RUNTIME_DIR: runtime, PRECEPT_HOME: join(dir, "no-home"), NO_COLOR: "1" };
  const start = (args: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [conditions, ...args], { cwd: dir, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  return {
    dir,
    runtime,
    async serve(...args) {
      const child = start([main, "serve", "--port", "0", ...args]);
      let [out, err] = ["", ""];
      child.stderr?.on("data", (data) => (err += String(data)));
      await new Promise<void>((resolve) => {
        child.stdout?.on("data", (data) => {
          out += String(data);
          if (out.includes("\nMCP clients")) resolve();
        });
        child.once("close", () => resolve());
      });
      const end = async (signal: NodeJS.Signals): Promise<void> => {
        const closed = once(child, "close");
        child.kill(signal);
        await closed;
      };
      return { child, out, err: () => err, end };
    },
    async hook(command, args = []) {
      const child = start([...args, main, "hook", "claude-code"]);
      const payload = { hook_event_name: "PreToolUse", session_id: "s", cwd: dir, tool_name: "Bash", tool_input: { command } };
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(JSON.stringify(payload));
      let [out, err] = ["", ""];
      child.stdout?.on("data", (data) => (out += String(data)));
      child.stderr?.on("data", (data) => (err += String(data)));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, out, err };
    },
  };
}

/** Runs hooks until the server has answered one, because a busy machine can miss the time in which it acknowledges. */
async function askServer({ hook }: Project, command: string): Promise<Outcome> {
  for (;;) {
    const outcome = await hook(command, [`--import=${refuseOwnDecision}`]);
    if (!outcome.err.includes("decided by itself")) return outcome;
  }
}

const sockets = ({ runtime }: Project): readonly string[] =>
  existsSync(join(runtime, "precept")) ? readdirSync(join(runtime, "precept")).filter((name) => name.endsWith(".sock")) : [];

/** A server that acknowledges each request, and then ends or hangs. */
const brokenServer = (path: string, then: string): string => `
  const net = require("node:net");
  const frame = (value) => {
    const body = Buffer.from(JSON.stringify(value));
    const header = Buffer.alloc(4);
    header.writeUInt32BE(body.length);
    return Buffer.concat([header, body]);
  };
  net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.once("data", () => { ${then} });
      socket.write(frame({ type: "ack", wait: 1000 }));
    });
  }).listen(${JSON.stringify(path)}, () => {
    require("node:fs").chmodSync(${JSON.stringify(path)}, 0o600);
    console.log("listening");
  });
`;

async function startBrokenServer(path: string, then: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", brokenServer(path, then)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

describe.skipIf(process.platform === "win32")("a hook beside precept serve", () => {
  it("is answered by the server as by itself, with the same audit log and state", async () => {
    const [own, shared] = [await openProject(), await openProject()];
    const server = await shared.serve();
    expect(server.out).toContain(`Hooks ask this server on ${join(shared.runtime, "precept", sockets(shared)[0] ?? "")}\n`);
    for (const command of ["rm -rf x", "ls"]) expect(await askServer(shared, command)).toEqual(await own.hook(command));
    const logged = ({ dir }: Project): unknown[] =>
      readFileSync(join(dir, ".precept/audit/rule_violations.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line) => {
          const entry = JSON.parse(line) as Record<string, unknown>;
          return { ...entry, log_id: undefined, timestamp: undefined, hash: undefined, prev_hash: undefined };
        });
    expect(logged(shared).at(-1)).toEqual(logged(own).at(-1));
    await server.end("SIGTERM");
    expect(sockets(shared)).toEqual([]);
  });

  it("decides by itself with --no-hook-socket", async () => {
    const project = await openProject();
    const server = await project.serve("--no-hook-socket");
    expect([server.out.includes("Hooks ask"), sockets(project)]).toEqual([false, []]);
    expect((await project.hook("rm -rf x")).out).toContain('"deny"');
  });

  it("decides by itself after the server was killed, and asks the next one", async () => {
    const project = await openProject();
    await (await project.serve()).end("SIGKILL");
    expect(sockets(project)).toHaveLength(1);
    expect((await project.hook("rm -rf x")).out).toContain('"deny"');
    const next = await project.serve();
    expect(next.out).toContain("Hooks ask this server on");
    expect((await askServer(project, "rm -rf x")).out).toContain('"deny"');
  });

  it("decides by itself if the server is suspended", async () => {
    const project = await openProject();
    const server = await project.serve();
    server.child.kill("SIGSTOP");
    expect((await project.hook("rm -rf x")).out).toContain('"deny"');
    server.child.kill("SIGCONT");
    expect((await askServer(project, "rm -rf x")).out).toContain('"deny"');
  });

  it("asks the first of two servers, and the second says that it has no socket", async () => {
    const project = await openProject();
    const [first, second] = [await project.serve(), await project.serve()];
    expect(second.out).not.toContain("Hooks ask");
    expect(second.err()).toContain("Another server answers the hooks of this project.");
    await second.end("SIGTERM");
    expect((await askServer(project, "rm -rf x")).out).toContain('"deny"');
    await first.end("SIGTERM");
    expect(sockets(project)).toEqual([]);
  });

  it("is answered while three others are", async () => {
    const project = await openProject();
    await project.serve();
    const outcomes = await Promise.all(["rm -rf a", "ls", "rm -rf b", "ls"].map((command) => askServer(project, command)));
    expect(outcomes.map(({ code, out }) => [code, out.includes('"deny"')])).toEqual([
      [0, true],
      [0, false],
      [0, true],
      [0, false],
    ]);
  });

  it("decides by itself if the server is killed while it answers, and denies if it hangs", async () => {
    for (const [then, reason] of [
      ['process.kill(process.pid, "SIGKILL")', "Never."],
      ["", "the server did not answer within"],
    ] as const) {
      const project = await openProject();
      const server = await project.serve();
      const [name = ""] = sockets(project);
      await server.end("SIGTERM");
      mkdirSync(join(project.runtime, "precept"), { recursive: true, mode: 0o700 });
      await startBrokenServer(join(project.runtime, "precept", name), then);
      const { out } = await project.hook("rm -rf x");
      expect([out.includes('"deny"'), out]).toEqual([true, expect.stringContaining(reason)]);
    }
  });
});
