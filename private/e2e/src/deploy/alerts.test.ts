import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createServer } from "@precept/server";
import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";

const path = fileURLToPath(new URL("../../../../deploy/prometheus/alerts.yaml", import.meta.url));

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

/** The metrics in a query, each with the labels by which it selects. Without functions, operators and labels of `by`. */
function metricsIn(expr: string): readonly { readonly name: string; readonly labels: readonly string[] }[] {
  const withoutGroups = expr.replaceAll(/\b(?:by|without|on)\s*\([^)]*\)/g, "");
  return [...withoutGroups.matchAll(/\b([a-z_]\w*)(?!\w|\s*\()(?:\{([^}]*)\})?(?![^{]*\})/g)].flatMap(
    ([, name = "", selectors = ""]) =>
      /^(?:and|or|unless|bool|by|[smhd])$/.test(name)
        ? []
        : [{ name, labels: [...selectors.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = ""]) => label) }],
  );
}

/** The text of `/metrics` of a server that has answered a few requests, also one that fails. */
async function scrape(): Promise<string> {
  const { dir } = await createProject({ ".precept/rules/a.md": "---\nname: a\ndescription: A\n---\nText.\n", "home/.keep": "" });
  const workspace = await openWorkspace(dir, { home: `${dir}/home`, watch: true });
  const server = createServer({ workspace, defaultUser: "ada" });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });
  const send = async (url: string, init?: RequestInit) =>
    (await server.fetch(new Request(`http://127.0.0.1${url}`, init))).text();
  const headers = { "content-type": "application/json" };
  await send("/api/v1/resolve", { method: "POST", headers, body: JSON.stringify({ files: ["a.ts"] }) });
  await send("/api/v1/rules/none");
  return send("/metrics");
}

it("alerts use only metrics and labels that a server has", async () => {
  const text = await scrape();
  // What Prometheus adds to each of its targets.
  const names = new Map([["up", new Set(["job", "instance"])]]);
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = names.get(name) ?? new Set(["job", "instance"]);
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    names.set(name, known);
  }
  const { groups } = parse(await readFile(path, "utf8")) as Alerts;
  const used = groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, expr }) => metricsIn(expr).map((metric) => ({ alert, ...metric }))),
  );
  expect(used.length).toBeGreaterThan(12);
  const unknown = used.filter(
    ({ name, labels }) => !labels.every((label) => names.get(name)?.has(label) === true) || !names.has(name),
  );
  expect(unknown).toEqual([]);
  // The reader of queries finds names in all positions.
  expect(metricsIn('sum by (x) (rate(a_total{b="c",d=~"e"}[5m])) / f > 2').map(({ name }) => name)).toEqual(["a_total", "f"]);
});
