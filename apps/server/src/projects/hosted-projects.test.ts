import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { anyCodePoint, createProject, type Project } from "@precept/testing";
import * as fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { HostedProjects, type HostedProjectsOptions } from "./hosted-projects.ts";
import { nameProjects, projectIdPattern } from "./project-dirs.ts";

const rule = "---\nname: style\ndescription: Style.\n---\nUse named exports.\n";
const log = pino({ level: "silent" });

function host(project: Project, options: Partial<HostedProjectsOptions>): HostedProjects {
  const projects = new HostedProjects({ workspace: { home: join(project.dir, "home") }, rescanMs: 0, log, ...options });
  onTestFinished(() => projects[Symbol.asyncDispose]());
  return projects;
}

describe("the projects of a server", () => {
  it("are opened once, by concurrent first requests, and closed when they are idle", async () => {
    const project = await createProject({ "shop/.precept/rules/style.md": rule });
    const opened: string[] = [];
    const projects = host(project, {
      dirs: [{ dir: join(project.dir, "shop") }],
      idleMs: 1,
      onOpen: ({ id }) => opened.push(id),
    });
    expect(projects.defaultId).toBe("shop");
    expect(projects.states()).toEqual([]);
    const leases = await Promise.all(Array.from({ length: 20 }, () => projects.lease("shop")));
    expect(new Set(leases.map((lease) => lease.project)).size).toBe(1);
    expect(projects.states()).toMatchObject([{ id: "shop", status: "open", leases: 20 }]);
    for (const { release } of leases.slice(1)) release();
    // Releasing twice does not count twice.
    leases[1]?.release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(projects.states()).toMatchObject([{ status: "open", leases: 1 }]);
    leases[0]?.release();
    await vi.waitFor(() => expect(projects.states()).toMatchObject([{ status: "closed" }]), 30_000);
    await vi.waitFor(
      () => expect(leases[0]?.project.workspace.list()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" }),
      30_000,
    );
    const again = await projects.lease("shop");
    expect(await again.project.workspace.list()).toMatchObject([{ name: "style" }]);
    expect(opened).toEqual(["shop", "shop"]);
  });

  it("have their problems in the log, since policies may be missing", async () => {
    const project = await createProject({ "shop/.precept/config.yaml": "policies: { starters: all }\n" });
    const lines: string[] = [];
    const written = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    await host(project, { dirs: [{ dir: join(project.dir, "shop") }], log: written }).lease("shop");
    await vi.waitFor(() => expect(lines).toHaveLength(1), 30_000);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      project: "shop",
      problems: [{ code: "config/invalid-value", file: ".precept/config.yaml", line: 1 }],
      msg: "project has problems",
    });
  });

  it("are the marked directories of a directory, and new ones are found without a restart", async () => {
    const project = await createProject({
      "all/shop/.precept/rules/style.md": rule,
      "all/web/.git/HEAD": "ref: refs/heads/main\n",
      "all/notes/readme.md": "",
      "all/.hidden/.precept/rules/style.md": rule,
      "all/file": "",
    });
    const parent = join(project.dir, "all");
    await symlink(join(parent, "shop"), join(parent, "a-link"));
    const projects = host(project, { parent });
    expect(projects.ids).toEqual(["shop", "web"]);
    expect(projects.defaultId).toBeUndefined();
    await expect(projects.lease("new")).rejects.toMatchObject({ code: "PROJECT_UNKNOWN" });
    await project.write("all/new/.precept/rules/style.md", rule);
    const lease = await projects.lease("new");
    expect(await lease.project.workspace.list()).toMatchObject([{ name: "style" }]);
    lease.release();
    await project.remove("all/new");
    await expect(projects.lease("new")).rejects.toMatchObject({ code: "PROJECT_UNKNOWN" });
    await vi.waitFor(() => expect(projects.states()).toEqual([]), 30_000);
    await rm(parent, { recursive: true });
    expect(projects.ids).toEqual([]);
  });

  it("are the ones that were found last until the directory is read again", async () => {
    const project = await createProject({ "all/shop/.precept/rules/style.md": rule });
    const projects = host(project, { parent: join(project.dir, "all"), rescanMs: 3_600_000 });
    expect(projects.ids).toEqual(["shop"]);
    await project.write("all/new/.precept/rules/style.md", rule);
    expect(projects.ids).toEqual(["shop"]);
  });

  it("answer with an error while they cannot be opened, and are tried again", async () => {
    const project = await createProject({ shop: "a file" });
    const projects = host(project, { dirs: [{ id: "s", dir: join(project.dir, "shop") }], retryMs: 1 });
    await expect(projects.lease("s")).rejects.toMatchObject({ code: "PROJECT_UNAVAILABLE" });
    expect(projects.states()).toMatchObject([{ id: "s", status: "failed", leases: 0 }]);
    await project.remove("shop");
    await project.write("shop/.precept/rules/style.md", rule);
    await vi.waitFor(async () => (await projects.lease("s")).release());
    expect(projects.states()).toMatchObject([{ id: "s", status: "open" }]);
  });

  it("notice that their directory disappears, or is replaced", async () => {
    const project = await createProject({ "shop/.precept/rules/style.md": rule });
    const dir = join(project.dir, "shop");
    const projects = host(project, { dirs: [{ dir }] });
    (await projects.lease("shop")).release();
    await rename(dir, `${dir}-old`);
    await expect(projects.lease("shop")).rejects.toMatchObject({ code: "PROJECT_UNAVAILABLE" });
    await mkdir(dir);
    await project.write("shop/.precept/rules/other.md", rule.replace("style", "other"));
    const lease = await projects.lease("shop");
    expect(await lease.project.workspace.list()).toMatchObject([{ name: "other" }]);
  });
});

describe("a project directory with several names", () => {
  it("is never open twice", async () => {
    const project = await createProject({ "all/shop/.precept/rules/style.md": rule });
    const parent = join(project.dir, "all");
    await rename(join(parent, "shop"), join(project.dir, "real"));
    await symlink(join(project.dir, "real"), join(parent, "a"));
    const projects = host(project, { parent });
    const first = await projects.lease("a");
    await symlink(join(project.dir, "real"), join(parent, "b"));
    expect(projects.ids).toEqual(["a"]);
    await rm(join(parent, "a"));
    const second = await projects.lease("b");
    await expect(first.project.workspace.list()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
    expect(await second.project.workspace.list()).toMatchObject([{ name: "style" }]);
    expect(projects.states()).toMatchObject([{ id: "b", status: "open" }]);
  });
});

describe("the ids of projects", () => {
  it("are those configured, or the names of the directories", () => {
    expect(nameProjects([{ dir: "/srv/Shop" }, { dir: "/srv/web", id: "site" }])).toEqual([
      { id: "Shop", dir: "/srv/Shop" },
      { id: "site", dir: "/srv/web" },
    ]);
  });

  it("never mean another directory because of the order", () => {
    const dirs = [{ dir: "/a/shop" }, { dir: "/b/shop" }];
    const ids = nameProjects(dirs);
    expect(nameProjects(dirs.toReversed()).toReversed()).toEqual(ids);
    for (const { id } of ids) expect(id).toMatch(/^shop-[0-9a-f]{8}$/);
  });

  it("cannot be configured twice", () => {
    const taken = { code: "PROJECT_ID_TAKEN" };
    expect(() =>
      nameProjects([
        { dir: "/a", id: "x" },
        { dir: "/b", id: "x" },
      ]),
    ).toThrow(expect.objectContaining(taken));
    expect(() =>
      nameProjects([
        { dir: "/a", id: "x" },
        { dir: "/a", id: "y" },
      ]),
    ).toThrow(expect.objectContaining(taken));
  });

  it("are segments of URLs, whatever the directories are called", () => {
    const name = fc
      .string({ minLength: 1, unit: anyCodePoint })
      .filter((one) => !one.includes("/") && one !== "." && one !== "..");
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), (names) => {
        const projects = nameProjects(names.map((one) => ({ dir: `/srv/${one}` })));
        expect(new Set(projects.map(({ id }) => id)).size).toBe(names.length);
        for (const { id } of projects) expect(id).toMatch(projectIdPattern);
      }),
    );
  });
});
