/**
 * Every tool that Precept knows, one row each: the name of its folder in `tools/`, which is its id too, and the agents
 * of the tool whose hooks Precept speaks. The order is the precedence: of two rules with the same name and scope, the
 * rule of the earlier tool applies. After adding a row and its folder, run `pnpm generate`.
 */
const tools = {
  precept: {},
  dataagent: {},
  goagent: {},
  cursor: { hosts: ["cursor"] },
  agents: {},
  aider: {},
  amazonq: {},
  amp: { hosts: ["amp"] },
  antigravity: {},
  augment: { hosts: ["augment"] },
  claude: { hosts: ["claude-code"] },
  cline: { hosts: ["cline"] },
  codebuddy: {},
  codex: { hosts: ["codex"] },
  continue: {},
  copilot: { hosts: ["copilot-cli", "vscode"] },
  crush: {},
  factory: { hosts: ["droid"] },
  firebase: {},
  gemini: { hosts: ["gemini"] },
  goose: { hosts: ["goose"] },
  jetbrains: {},
  junie: {},
  kilo: {},
  kimi: {},
  kiro: { hosts: ["kiro"] },
  opencode: { hosts: ["opencode"] },
  openhands: { hosts: ["openhands"] },
  pi: {},
  qwen: { hosts: ["qwen"] },
  replit: {},
  roo: {},
  rovo: {},
  tabnine: {},
  trae: {},
  vibe: {},
  warp: {},
  windsurf: { hosts: ["windsurf"] },
  zed: {},
  skill: {},
} as const;

type Tools = typeof tools;

/** The id of a dialect, as in `precept export --to ID` and in `targets`. */
export type DialectId = keyof Tools;

/** The ids of the agents of one tool whose hooks Precept speaks. */
export type HostOf<Id extends DialectId> = Tools[Id] extends { readonly hosts: readonly (infer Host extends string)[] }
  ? Host
  : never;

/** A coding agent whose hooks Precept speaks, as in `precept hook ID`. */
export type HostId = { readonly [Id in DialectId]: HostOf<Id> }[DialectId];

/** The ids of all dialects, in order of precedence. */
export const dialectIds: readonly DialectId[] = Object.keys(tools) as DialectId[];

/** The coding agents whose hooks Precept speaks. */
export const hostIds: readonly HostId[] = dialectIds.flatMap(hostsOf);

/** The agents of one tool whose hooks Precept speaks. */
export function hostsOf(id: DialectId): readonly HostId[] {
  const tool = tools[id];
  return "hosts" in tool ? tool.hosts : [];
}
