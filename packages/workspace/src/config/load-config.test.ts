import { symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createProject } from "../../test/project.ts";
import { loadConfig } from "./load-config.ts";

const path = ".precept/config.yaml";

describe("the configuration of a project", () => {
  it("can be missing", async () => {
    const { dir } = await createProject({ ".precept/rules/a.md": "" });
    expect(await loadConfig(dir)).toEqual({ config: {}, diagnostics: [] });
    const file = await createProject({ ".precept": "a file" });
    expect(await loadConfig(file.dir)).toEqual({ config: {}, diagnostics: [] });
  });

  it.skipIf(process.platform === "win32")("is not missing but unreadable if it is a broken link", async () => {
    const { dir } = await createProject({ ".precept/rules/a.md": "" });
    await symlink("nothing", join(dir, path));
    expect(await loadConfig(dir)).toMatchObject({
      config: undefined,
      diagnostics: [{ code: "config/unreadable", message: "The configuration cannot be read: it is a link to nothing." }],
    });
  });

  it("is not read under a misspelled name, which is reported if the correct file is missing", async () => {
    const { dir, write } = await createProject({ ".precept/config.yml": "user: ada", "precept.yaml": "user: ada" });
    expect(await loadConfig(dir)).toMatchObject({
      config: {},
      diagnostics: [
        { code: "config/misnamed", file: ".precept/config.yml" },
        { code: "config/misnamed", file: "precept.yaml" },
      ],
    });
    await write(path, "user: bob");
    expect(await loadConfig(dir)).toEqual({ config: { user: "bob" }, diagnostics: [] });
  });

  it("is read when it is complete if it is being written", async () => {
    const { dir, write } = await createProject({ [path]: "" });
    const [read] = await Promise.all([loadConfig(dir), setTimeout(20).then(() => write(path, "user: ada"))]);
    expect(read.config).toEqual({ user: "ada" });
  });

  it("can be empty, briefly or permanently", async () => {
    const { dir } = await createProject({ [path]: "" });
    expect(await loadConfig(dir)).toEqual({ config: {}, diagnostics: [] });
    await utimes(join(dir, path), 0, 0);
    expect(await loadConfig(dir)).toEqual({ config: {}, diagnostics: [] });
  });
});
