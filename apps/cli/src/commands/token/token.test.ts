import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createTokenAuthenticator } from "@precept/server/tokens";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const file = "no-home/server/tokens.json";

async function createTokenIn({ precept }: TestProject, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { out } = await precept(["token", "create", "--user", "ada", "--role", "editor", "--json", ...args]);
  return JSON.parse(out) as Record<string, unknown>;
}

describe("precept token", () => {
  it("creates a token that a server accepts, and prints it once", async () => {
    const project = await createProject({});
    const { code, out, err } = await project.precept(["token", "create", "--user", "ada", "--role", "editor"]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^precept_[0-9a-z]{10}_[\w-]{43}\n$/)]);
    expect(err).toContain("cannot be shown again");
    await using authenticator = await createTokenAuthenticator({ path: join(project.dir, file) });
    expect(await authenticator.authenticate(`Bearer ${out.trim()}`)).toMatchObject({
      user: "ada",
      role: "editor",
      projects: "all",
    });
    const secret = out.trim().slice(-43);
    for (const args of [
      ["token", "list"],
      ["token", "list", "--json"],
      ["token", "revoke", out.trim()],
    ]) {
      expect(JSON.stringify(await project.precept(args))).not.toContain(secret);
    }
    expect(await readFile(join(project.dir, file), "utf8")).not.toContain(secret);
  });

  it("opens no project", async () => {
    const project = await createProject({ ".precept": "a file", ".git": "a file" });
    expect(await project.precept(["token", "create", "--user", "ada", "--role", "reader"])).toMatchObject({
      code: 0,
    });
    expect((await readdir(project.dir)).toSorted()).toEqual([".git", ".precept", "no-home"]);
  });

  it("limits a token to projects and to a time", async () => {
    const project = await createProject({});
    const created = await createTokenIn(project, "--project", "shop", "--project", "blog", "--expires", "90d", "--note", "build");
    expect(created).toMatchObject({ user: "ada", role: "editor", projects: ["shop", "blog"], note: "build" });
    expect(Date.parse(String(created["expires_at"])) - Date.parse(String(created["created_at"]))).toBeGreaterThan(
      89 * 86_400_000,
    );
    expect(created).not.toHaveProperty("hash");
    const { out } = await project.precept(["token", "list"]);
    expect(out).toMatch(
      /^id +user +role +projects +sessions +created +expires +note\n\w{10} +ada +editor +shop, blog +shared +[\d-]{10} +[\d-]{10} +build\n$/,
    );
  });

  it("grants main sessions only with --main-session", async () => {
    const project = await createProject({});
    expect(await createTokenIn(project)).toMatchObject({ main_session: false });
    expect(await readFile(join(project.dir, file), "utf8")).not.toContain("main_session");
    expect(await createTokenIn(project, "--main-session")).toMatchObject({ main_session: true });
    const { out } = await project.precept(["token", "list"]);
    expect(out.match(/ (main|shared) /g)).toEqual([" shared ", " main "]);
  });

  it("revokes a token, and fails for one that does not exist", async () => {
    const project = await createProject({});
    const { id } = await createTokenIn(project);
    expect(await project.precept(["token", "revoke", String(id)])).toMatchObject({
      code: 0,
      out: `revoked  ${String(id)}  ada  editor\n`,
    });
    expect(await project.precept(["token", "list"])).toMatchObject({ code: 0, out: "No tokens.\n" });
    const { code, err } = await project.precept(["token", "revoke", String(id)]);
    expect([code, err]).toEqual([2, expect.stringContaining("No token has the id")]);
  });

  it("uses another file", async () => {
    const project = await createProject({});
    await createTokenIn(project, "--token-file", "secrets/tokens.json");
    expect(await readdir(join(project.dir, "secrets"))).toEqual([".gitignore", "tokens.json"]);
    const { out } = await project.precept(["token", "list", "--token-file", "secrets/tokens.json"]);
    expect(out).toContain("ada");
  });

  it("escapes what a terminal would act on", async () => {
    const project = await createProject({});
    await createTokenIn(project, "--note", "a\u001b[2Jb");
    expect((await project.precept(["token", "list"])).out).toContain("a\\u001b[2Jb");
  });

  it("does not change a file that is broken", async () => {
    const project = await createProject({ [file]: "{}" });
    const { code, err } = await project.precept(["token", "create", "--user", "ada", "--role", "reader"]);
    expect([code, err]).toEqual([2, expect.stringContaining('tokens.json" cannot be used')]);
    expect(await readFile(join(project.dir, file), "utf8")).toBe("{}");
  });
});
