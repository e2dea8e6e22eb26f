import { architecturePage } from "./architecture.ts";
import { agentHooksReference } from "./agent-hooks.ts";
import { dialectReference } from "./dialects.ts";
import { itemReference } from "./items.ts";
import { dialectSchemas } from "./dialect-schemas.ts";
import { configurationReference, configurationSchema } from "./configuration.ts";
import { commandReference } from "./commands.ts";
import { diagnosticPages, diagnosticReference } from "./diagnostics.ts";
import { errorReference } from "./errors.ts";
import { evalCaseSchemaFile, evalReference } from "./evals.ts";
import { limitReference } from "./limits.ts";
import { memoryProtoModule, memoryServiceModule } from "./memory-service.ts";
import { policyReference, policySchema } from "./policies.ts";
import { policyMatchReference } from "./policy-match.ts";
import { attackSurfaceReference } from "./attack-surface.ts";
import { receiptReference } from "./receipts.ts";
import { routeTableModule } from "./route-table.ts";
import { openApiReference } from "./openapi.ts";
import { seedReference } from "./seeds.ts";
import { serverConfigurationReference, serverConfigurationSchema } from "./server-configuration.ts";
import { telemetryReference } from "./telemetry.ts";
import { compiledStarterModule, starterModule } from "./starters.ts";
import { toolPages } from "./tool-pages.ts";
import { nativeRuleSchema, ruleFileReference } from "./rule-files.ts";

/** The generated files besides the tables of tools, by path. */
export const generatedFiles: Readonly<Record<string, () => string | Promise<string>>> = {
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
  "docs/reference/limits.md": limitReference,
  "docs/reference/evals.md": evalReference,
  "docs/reference/eval-case.schema.json": evalCaseSchemaFile,
  "docs/reference/rule-files.md": ruleFileReference,
  "docs/reference/agent-hooks.md": agentHooksReference,
  "docs/reference/dialects.md": dialectReference,
  "docs/reference/items.md": itemReference,
  ...toolPages(),
  "packages/mdc-compat/schemas/precept.json": nativeRuleSchema,
  ...dialectSchemas(),
  "docs/reference/attack-surface.md": attackSurfaceReference,
  "docs/reference/receipts.md": receiptReference,
  "docs/reference/seeds.md": seedReference,
  "docs/reference/policies.md": policyReference,
  "docs/reference/telemetry.md": telemetryReference,
  "docs/reference/policy-match.md": policyMatchReference,
  "docs/reference/policy.schema.json": policySchema,
  "packages/governance/src/starters.ts": starterModule,
  "packages/governance/src/compiled-starters.ts": compiledStarterModule,
  "packages/contract/src/gen/precept/memory/v1/memory_rules_pb.ts": memoryServiceModule,
  "packages/contract/src/gen/memory-rules-proto.ts": memoryProtoModule,
  "packages/contract/src/gen/route-table.ts": routeTableModule,
};
