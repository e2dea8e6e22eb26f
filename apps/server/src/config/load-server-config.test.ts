import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { anyCodePoint, createProject } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findStateUrl } from "./state-url.ts";
import { readEnvironment, serverVariables } from "./environment.ts";
import { loadServerConfig, type ConfigSources } from "./load-server-config.ts";
import { readConfigText } from "./read-config-file.ts";
import { serverConfigJsonSchema } from "./schema.ts";

/**
 * Loads a configuration of a project with these files. The current directory is `shop`, the user's Precept directory
 * `home`.
 */
async function load(files: Readonly<Record<string, string>>, { args = {}, env = {} }: Partial<ConfigSources> = {}) {
  const { dir } = await createProject({ "shop/.precept/rules/a.md": "", ...files });
  const config = () => loadServerConfig({ args, env: { PRECEPT_HOME: join(dir, "home"), ...env }, cwd: join(dir, "shop") });
  return { dir, config };
}

function problemsOf(config: () => unknown): readonly string[] {
  try {
    config();
  } catch (error) {
    if (PreceptError.is(error, "SERVER_CONFIG_INVALID")) return error.details.problems;
    throw error;
  }
  return [];
}

describe("the configuration of the server", () => {
  it("can be missing: the project of the current directory is served", async () => {
    const { dir, config } = await load({});
    expect(config()).toEqual({ home: join(dir, "home"), projects: [{ dir: join(dir, "shop") }] });
  });

  it("is read from server.yaml in the user's Precept directory, with paths relative to it", async () => {
    const { dir, config } = await load({
      "home/server.yaml":
        "port: 8080\nprojects:\n  - { id: s, dir: ../shop }\nlimits: { body_bytes: 5000 }\ntokens: tokens.json\n",
    });
    expect(config()).toEqual({
      home: join(dir, "home"),
      port: 8080,
      projects: [{ id: "s", dir: join(dir, "shop") }],
      limits: { body_bytes: 5000 },
      tokens: join(dir, "home/tokens.json"),
    });
  });

  it("gives groups of a login roles in all projects, in single ones, or both", async () => {
    const oidc = { issuer: "https://login.example.com", client_id: "precept", url: "https://rules.example.com" };
    const projects = [{ id: "shop", roles: { admin: ["owners"] } }];
    const single = await load({ "home/server.yaml": JSON.stringify({ oidc: { ...oidc, projects } }) });
    expect(single.config()).toMatchObject({ oidc: { projects } });
    const none = await load({ "home/server.yaml": JSON.stringify({ oidc: { ...oidc, projects: [{ id: "shop", roles: {} }] } }) });
    expect(problemsOf(none.config)).toEqual(["server.yaml:1:9: No group has a role, so no user could log in. Add `roles`."]);
    const invalid = await load({
      "home/server.yaml": JSON.stringify({ oidc: { ...oidc, projects: [{ id: "../x", roles: {} }] } }),
    });
    expect(problemsOf(invalid.config)[0]).toContain("must consist of letters, digits");
    expect(serverVariables.map(({ name }) => name).filter((name) => name.startsWith("PRECEPT_SERVER_OIDC_PROJECTS"))).toEqual([]);
  });

  it("comes from options, then the environment, then the file", async () => {
    const { dir, config } = await load(
      { "home/server.yaml": "host: localhost\nport: 1\nlog: { level: debug, format: json }\n", "other/.git/HEAD": "" },
      { args: { port: "3", root: ["../other"] }, env: { PRECEPT_SERVER_PORT: "2", PRECEPT_SERVER_LOG_LEVEL: "warn" } },
    );
    expect(config()).toMatchObject({
      host: "localhost",
      port: 3,
      log: { level: "warn", format: "json" },
      projects: [{ dir: join(dir, "other") }],
    });
  });

  it("replaces the projects and the address as a whole", async () => {
    const { dir, config } = await load(
      { "home/server.yaml": "socket: /run/precept.sock\nprojects_dir: ..\n" },
      { args: { port: "3", root: ["."] } },
    );
    expect(config()).toEqual({ home: join(dir, "home"), port: 3, projects: [{ dir: join(dir, "shop") }] });
  });

  it("names every mistake, with its place and what to do", async () => {
    const { config } = await load(
      {
        "server.yaml": [
          "prot: 4141",
          "host: 7",
          "limits: { body_byts: 1, concurrency: many }",
          "projects:",
          "  - { id: a/b, dir: shop }",
          "  - { id: c }",
          "log: { level: loud }",
          "tls: { cert: none.pem }",
          "idle_project: -1",
        ].join("\n"),
      },
      {
        args: { config: "../server.yaml", port: "70000", projects: "nowhere" },
        env: { PRECEPT_SERVER_PROT: "1", PRECEPT_SERVER_SHUTDOWN_GRACE: "soon", PRECEPT_SERVER_TLS_KEY: "key.pem" },
      },
    );
    expect(problemsOf(config)).toEqual([
      '--port: "port" must be an integer from 0 to 65535, not 70000.',
      "PRECEPT_SERVER_PROT: This is not a variable of the server. Did you mean PRECEPT_SERVER_PORT?",
      'PRECEPT_SERVER_TLS_CERT: "tls.cert" is missing.',
      'PRECEPT_SERVER_SHUTDOWN_GRACE: "shutdown_grace" must be an integer of at least 0, not "soon".',
      'server.yaml:1:1: "prot" is not a setting. Did you mean "port"?',
      'server.yaml:2:7: "host" must be a string, not 7.',
      'server.yaml:3:11: "body_byts" is not a setting of "limits". Did you mean "body_bytes"?',
      'server.yaml:3:38: "limits.concurrency" must be an integer of at least 1, not "many".',
      'server.yaml:5:11: "projects[0].id" must consist of letters, digits, and . - _, not "a/b".',
      'server.yaml:6:5: "projects[1].dir" is missing.',
      'server.yaml:7:15: "log.level" must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
      'server.yaml:8:6: "tls.key" is missing.',
      'server.yaml:9:15: "idle_project" must be an integer of at least 1, not -1.',
      "--projects: There is no directory nowhere.",
    ]);
  });

  it("names missing files and doubtful projects", async () => {
    const { dir, config } = await load({
      "home/server.yaml":
        "tls: { cert: c.pem, key: k.pem }\nprojects:\n  - { id: a, dir: ../shop }\n  - { id: a, dir: ../none }\n",
    });
    expect(problemsOf(config)).toEqual([
      `server.yaml:4:19: There is no directory ${join(dir, "none")}.`,
      expect.stringContaining('server.yaml:3:3: Several projects have the id or the directory of "a"'),
      `server.yaml:1:14: There is no file ${join(dir, "home/c.pem")}.`,
      `server.yaml:1:26: There is no file ${join(dir, "home/k.pem")}.`,
    ]);
  });

  it("finds the URLs of engines in files, relative to it, and names those that it does not find", async () => {
    const state = "state:\n  postgres: { url_file: db-url, url_env: DB }\n  redis: { url_file: ../redis-url }\n";
    const { dir, config } = await load(
      { "home/server.yaml": state, "home/db-url": "postgres://u:p@db/precept\r\n" },
      { env: { DB: "x" } },
    );
    const missing = `the file ${join(dir, "redis-url")} cannot be read: it does not exist`;
    expect(problemsOf(config)).toEqual([`server.yaml:3:10: The engine has no URL: ${missing}.`]);
    await writeFile(join(dir, "redis-url"), "redis://cache\n");
    const files = { postgres: { url_file: join(dir, "home/db-url") }, redis: { url_file: join(dir, "redis-url") } };
    expect(config()).toMatchObject({ state: files });
    expect(findStateUrl(config().state, "postgres", {})).toMatchObject({ value: "postgres://u:p@db/precept" });
    await writeFile(join(dir, "redis-url"), "a-secret-text\n");
    expect(problemsOf(config)).toEqual([
      "server.yaml:3:10: The engine has no URL: `url_file` names a text that is no URL of redis.",
    ]);
    const inEnvironment = { PRECEPT_SERVER_STATE_POSTGRES_URL_FILE: "home/db-url" };
    const { config: other } = await load({ "shop/home/db-url": "postgres://db" }, { env: inEnvironment });
    expect(findStateUrl(other().state, "postgres", {})).toMatchObject({ value: "postgres://db" });
  });

  it("must exist if it is named, and be YAML", async () => {
    const { config } = await load({}, { args: { config: "none.yaml" } });
    expect(problemsOf(config)).toEqual([expect.stringMatching(/none\.yaml: The file cannot be read: .+\.$/)]);
    const broken = await load({ "home/server.yaml": "port: [1\n" });
    expect(problemsOf(broken.config)).toEqual([expect.stringMatching(/^server\.yaml:2:1: /)]);
    const list = await load({ "home/server.yaml": "- a\n" });
    expect(problemsOf(list.config)).toEqual([
      "server.yaml:1:1: The configuration must contain settings, as `key: value` lines, not a list.",
    ]);
  });

  it("never throws anything else, whatever the file contains", () => {
    const keys = [
      "port",
      "host",
      "tls",
      "cert",
      "projects",
      "dir",
      "limits",
      "body_bytes",
      "log",
      "level",
      "__proto__",
      "constructor",
    ];
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.oneof(fc.boolean(), fc.integer(), fc.double(), fc.string(), fc.constant(null)),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tie("tree"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.oneof(
          tree.map((value) => JSON.stringify(value)),
          fc.string({ unit: anyCodePoint }),
        ),
        (text) => {
          const { problems } = readConfigText(text, "/etc/server.yaml");
          for (const problem of problems) expect(problem).toMatch(/^server\.yaml:\d+:\d+: /);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("the environment variables of the server", () => {
  it("are one for each setting", () => {
    expect(serverVariables.map(({ name }) => name)).toContain("PRECEPT_SERVER_LIMITS_REQUESTS_PER_MINUTE");
    expect(new Set(serverVariables.map(({ name }) => name)).size).toBe(serverVariables.length);
  });

  it("hold lists", () => {
    const env = {
      PRECEPT_SERVER_ALLOWED_HOSTS: "a.example, b.example,",
      PRECEPT_SERVER_PROJECTS: "/srv/a:b",
      PRECEPT_SERVER_TRUSTED_DIRS: "/srv",
      PRECEPT_SERVER_SOCKET: "",
    };
    expect(readEnvironment(env, "/work")).toMatchObject({
      settings: {
        allowed_hosts: ["a.example", "b.example"],
        projects: [{ dir: "/srv/a" }, { dir: "/work/b" }],
        trusted_dirs: ["/srv"],
      },
      problems: [],
    });
  });
});

it("the JSON Schema describes every setting", () => {
  interface Described {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Described>>;
    readonly items?: Described;
  }
  const all = ({ properties = {}, items }: Described): readonly Described[] => [
    ...Object.values(properties).flatMap((one) => [one, ...all(one)]),
    ...(items === undefined ? [] : all(items)),
  ];
  const settings = all(serverConfigJsonSchema() as Described);
  expect(settings.length).toBeGreaterThan(30);
  for (const { description } of settings) expect(description).toMatch(/\.$/);
});
