import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtConsole } from "@precept/testing/program";
import { describe, expect, it, vi } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";
import { findBrowser } from "./open-browser.ts";

// A fresh clone has no built console.
vi.mock(import("@precept/server/console"), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    serveConsole: (options) => original.serveConsole({ ...options, consoleFile: builtConsole() }),
    planConsoleSnapshot: (workspace) => original.planConsoleSnapshot(workspace, builtConsole()),
  };
});

const files = { ".precept/rules/money.md": nativeRule("money") };

describe("precept ui", () => {
  it("prints a link that logs in once, and stops when it is interrupted", async () => {
    const { precept } = await createProject(files);
    const { code, out } = await precept(["ui"]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Open this link in your browser\. It works once\.\n\n  http:\S+#token=\S+\n/),
    ]);
    expect((await precept(["ui", "--quiet"])).out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/#token=[\w-]+\n$/);
    expect(await precept(["ui", "--port", "70000"])).toMatchObject({ code: 2, err: expect.stringContaining("--port") as string });
  });

  it.skipIf(process.platform !== "linux")(
    "opens a browser at a terminal, with a private file in place of the token",
    async () => {
      const { dir, precept } = await createProject({
        ...files,
        browser: '#!/bin/sh\ncp "$1" "$(dirname "$0")/opened"\ncd "$(dirname "$0")" && stat -c %a "$1" > half && mv half mode\n',
      });
      await chmod(join(dir, "browser"), 0o755);
      const env = { BROWSER: join(dir, "browser") };
      const opened = vi.waitFor(() => readFile(join(dir, "mode"), "utf8"), { timeout: 10_000 });
      const { out } = await precept(["ui"], { interactive: true, env, interrupted: opened.then(() => undefined) });
      const [, link = ""] = /(http:\S+#token=\S+)/.exec(out) ?? [];
      expect(out).toMatch(/^If no browser opens, open this link\./);
      expect(await readFile(join(dir, "opened"), "utf8")).toContain(`url=${link}"`);
      expect(await opened).toBe("600\n");
      expect((await readdir(tmpdir())).filter((name) => name.startsWith("precept-ui-"))).toEqual([]);
      const silent = await precept(["ui", "--no-open"], { interactive: true, env });
      expect(silent.out).toMatch(/^Open this link/);
    },
  );

  it("knows how each platform opens a browser, and that machines without a display have none", () => {
    expect(findBrowser({}, "linux")).toBeUndefined();
    expect(findBrowser({ DISPLAY: "" }, "linux")).toBeUndefined();
    expect(findBrowser({ WAYLAND_DISPLAY: "wayland-0" }, "linux")).toEqual(["xdg-open"]);
    expect(findBrowser({}, "darwin")).toEqual(["open"]);
    expect(findBrowser({ BROWSER: "firefox", DISPLAY: ":0" }, "linux")).toEqual(["firefox"]);
  });
});

describe("precept ui build", () => {
  it("says what the file contains, and writes it only with consent", async () => {
    const { dir, precept } = await createProject(files);
    const asked = await precept(["ui", "build", "out"]);
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining("the texts of 1 rule of the project") as string });
    expect(await precept(["ui", "build", "out"], { interactive: true, answer: false })).toMatchObject({
      out: "Nothing was written.\n",
    });
    const { code, out } = await precept(["ui", "build", "out", "--yes", "--json"]);
    expect([code, JSON.parse(out)]).toMatchObject([0, { written: join(dir, "out/index.html"), rules: 1, personal_rules: 0 }]);
    expect(await readFile(join(dir, "out/index.html"), "utf8")).toContain("Text of money.");
  });

  it("replaces a snapshot, and no other file", async () => {
    const { dir, precept } = await createProject(files);
    const path = join(dir, "site/index.html");
    await mkdir(join(dir, "site"));
    await writeFile(path, "<!doctype html>Mine.\n");
    const refused = await precept(["ui", "build", "site", "--yes"]);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining("site/index.html exists, and is no snapshot.") as string,
    });
    expect(await readFile(path, "utf8")).toBe("<!doctype html>Mine.\n");
    expect(await precept(["ui", "build", "site", "--yes", "--force"])).toMatchObject({ code: 0 });
    expect(await precept(["ui", "build", "site", "--yes"])).toMatchObject({ code: 0 });
  });

  it("writes nothing if a rule contains a secret", async () => {
    const secret = ["AKIA", "Z7Q2M4N6P5R3T5V7"].join("");
    const { dir, precept } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, `The key is ${secret}.`) });
    const { code, err } = await precept(["ui", "build", "out", "--yes"]);
    expect(code).toBe(2);
    expect(err).not.toContain(secret);
    expect(await readdir(dir)).not.toContain("out");
  });
});
