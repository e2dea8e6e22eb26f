import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { preceptProgram } from "@precept/testing/program";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const program = [preceptProgram(), "serve"];
const rule = "---\nname: style\ndescription: Style.\n---\nUse named exports.\n";

/** Starts `precept serve` in a directory. */
function serve(dir: string, ...args: readonly string[]) {
  const env = { ...process.env, PRECEPT_HOME: join(dir, "no-home") };
  const child = spawn(process.execPath, [...program, ...args], { cwd: dir, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const line = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk) => {
      out += String(chunk);
      if (out.includes("\n")) resolve(out);
    });
  });
  return { child, line, ended: once(child, "close"), err: () => err };
}

describe("precept serve", () => {
  it("serves several projects, and stops when it is interrupted", async () => {
    const { dir } = await createProject({ "a/.precept/rules/style.md": rule, "b/.precept/rules/style.md": rule });
    const { child, line, ended, err } = serve(dir, "--root", "a", "--port", "0", "--root", "b");
    const [, url = ""] =
      /^Precept is listening on (\S+)\nMCP clients connect to \1\/api\/v1\/projects\/\{project\}\/mcp\n$/.exec(await line) ?? [];
    expect(await (await fetch(`${url}/api/v1/projects`)).json()).toMatchObject({ projects: [{ id: "a" }, { id: "b" }] });
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(err()).toContain('"msg":"stopped"');
  });

  it("says whether a running server is up", async () => {
    const { dir, precept } = await createProject({ "a/.precept/rules/style.md": rule });
    const { child, line, ended } = serve(dir, "--root", "a", "--socket", "s");
    await line;
    const check = ["serve", "--root", "a", "--socket", "s", "--check-health"];
    expect(await precept(check)).toMatchObject({ code: 0, out: "The server is up.\n" });
    child.kill("SIGINT");
    await ended;
    expect(await precept(check)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^The server cannot be reached: /) as string,
    });
  });

  it("explains wrong options", async () => {
    const { dir, precept } = await createProject({ ".precept/rules/style.md": rule });
    const { ended, err } = serve(dir, "--port", "many");
    expect(await ended).toEqual([2, null]);
    expect(err()).toContain('--port: "port" must be an integer from 0 to 65535, not "many".');
    expect(await precept(["serve", "--socket", "s", "--port", "1"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--socket") as string,
    });
  });
});
