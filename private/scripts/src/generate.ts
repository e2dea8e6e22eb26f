import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { architecturePage } from "./reference/architecture.ts";
import { agentHooksReference } from "./reference/agent-hooks.ts";
import { dialectReference } from "./reference/dialects.ts";
import { dialectSchemas } from "./reference/dialect-schemas.ts";
import { configurationReference, configurationSchema } from "./reference/configuration.ts";
import { commandReference } from "./reference/commands.ts";
import { diagnosticPages, diagnosticReference } from "./reference/diagnostics.ts";
import { errorReference } from "./reference/errors.ts";
import { memoryProtoModule, memoryServiceModule } from "./reference/memory-service.ts";
import { policyReference, policySchema } from "./reference/policies.ts";
import { attackSurfaceReference } from "./reference/attack-surface.ts";
import { routeTableModule } from "./reference/route-table.ts";
import { openApiReference } from "./reference/openapi.ts";
import { serverConfigurationReference, serverConfigurationSchema } from "./reference/server-configuration.ts";
import { compiledStarterModule, starterModule } from "./reference/starters.ts";
import { nativeRuleSchema, ruleFileReference } from "./reference/rule-files.ts";

// Writes the generated files. With --check, fails if one of them is out of date.

const root = join(import.meta.dirname, "../../..");

const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/architecture.md": architecturePage,
  "docs/reference/commands.md": commandReference,
  "docs/reference/configuration.md": configurationReference,
  "docs/reference/config.schema.json": configurationSchema,
  "docs/reference/server-configuration.md": serverConfigurationReference,
  "docs/reference/server-config.schema.json": serverConfigurationSchema,
  "docs/reference/openapi.json": openApiReference,
  "docs/reference/errors.md": errorReference,
  "docs/reference/diagnostics.md": diagnosticReference,
  ...diagnosticPages(),
  "docs/reference/rule-files.md": ruleFileReference,
  "docs/reference/agent-hooks.md": agentHooksReference,
  "docs/reference/dialects.md": dialectReference,
  "packages/mdc-compat/schemas/precept.json": nativeRuleSchema,
  ...dialectSchemas(),
  "docs/reference/attack-surface.md": attackSurfaceReference,
  "docs/reference/policies.md": policyReference,
  "docs/reference/policy.schema.json": policySchema,
  "packages/governance/src/starters.ts": starterModule,
  "packages/governance/src/compiled-starters.ts": compiledStarterModule,
  "packages/contract/src/gen/precept/memory/v1/memory_rules_pb.ts": memoryServiceModule,
  "packages/contract/src/gen/memory-rules-proto.ts": memoryProtoModule,
  "packages/contract/src/gen/route-table.ts": routeTableModule,
};

const check = process.argv.includes("--check");
const outdated: string[] = [];
for (const [path, make] of Object.entries(generated)) {
  const text = await make();
  if (text === (await readFile(join(root, path), "utf8").catch(() => ""))) continue;
  outdated.push(path);
  if (check) continue;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
if (outdated.length === 0) console.log(`All ${Object.keys(generated).length} generated files are up to date.`);
else if (!check) console.log(`Written: ${outdated.join(", ")}.`);
else {
  console.error(`Out of date: ${outdated.join(", ")}. Run \`pnpm generate\` and commit the result.`);
  process.exitCode = 1;
}
