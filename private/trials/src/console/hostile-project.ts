import { runHook } from "@precept/agent-hooks";
import { policyFile } from "@precept/testing";
import type { Workspace } from "@precept/workspace";
import { createEmptyProject, writeFiles, type GeneratedProject } from "./generate-project.ts";

/** The address of a program that must get no request. */
const elsewhere = "http://127.0.0.1:9/leak";

/** Texts that run a script, load something from elsewhere, or look like another text, where a page does not show them as texts. */
export const hostileTexts = [
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(2)><script>alert(3)</script></svg>",
  "</script></title></textarea><script>alert(4)</script>",
  `<iframe srcdoc="<script>alert(5)</script>"></iframe><object data="${elsewhere}"></object>`,
  `[x](javascript:alert(6)) ![x](${elsewhere}) javascript:alert(7)`,
  `"><a href=javascript:alert(8) onclick='alert(9)'>x</a><form action="${elsewhere}">`,
  `</style><style>*{background:url(${elsewhere})}</style><base href="${elsewhere}"><meta http-equiv=refresh content="0;${elsewhere}">`,
  "{{constructor.constructor('alert(10)')()}} ${alert(11)} %SNAPSHOT%",
  "__proto__ constructor toString",
  "safe\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061cz\u200b\u2028y\u0007",
  "\u05e9\u05dc\u05d5\u05dd 12-34 \u0645\u0631\u062d\u0628\u0627",
] as const;

/** The length of the long lines. */
const longLine = 1_000_000;

/** Texts as names of files: without slashes, and no longer than a file system allows. */
export const hostileNames = hostileTexts.map((text) => text.replaceAll("/", "\u2215").slice(0, 60));

/** Writes a project in which every text that a person can choose is hostile. */
export async function createHostileProject(): Promise<GeneratedProject> {
  const project = await createEmptyProject();
  const texts = new Map<string, string>();
  for (const [at, text] of hostileTexts.entries()) {
    const quoted = JSON.stringify(text);
    const body = `${text}\n\n${text}\n`;
    texts.set(
      `.precept/rules/hostile-${at}.md`,
      `---\nname: hostile-${at}\ndescription: ${quoted}\nglobs: ["src/**", ${quoted}]\n---\n${body}`,
    );
    // The name of the file is the name of the rule.
    texts.set(`.cursor/rules/${hostileNames[at]}.mdc`, `---\ndescription: ${quoted}\nalwaysApply: true\n---\n${body}`);
    texts.set(`.precept/rules/named-${at}.md`, `---\nname: ${quoted}\ndescription: ${quoted}\n---\n${body}`);
    texts.set(`.precept/rules/broken-${at}.md`, `---\nname: [${quoted}\ninclusion: ${text}\n---\n`);
    texts.set(`src/${hostileNames[at]}/${hostileNames[at]}.ts`, text);
    texts.set(`.precept/policies/hostile-${at}.yaml`, hostilePolicy(at, text));
  }
  texts.set(
    ".precept/rules/long.md",
    `---\nname: long\ndescription: "${"d".repeat(2000)}"\ninclusion: always\n---\n${"long ".repeat(longLine / 5)}\n`,
  );
  texts.set("CLAUDE.md", `${hostileTexts.join("\n\n")}\n`);
  texts.set(".precept/config.yaml", `${JSON.stringify(hostileTexts[0])}: 1\n`);
  await writeFiles(project.dir, texts);
  return project;
}

const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

function hostilePolicy(at: number, text: string): string {
  const severity = severities[at % severities.length];
  const rest = { message: text, suggestion: text, description: text };
  return policyFile({ id: `HOSTILE-${at}`, pattern: `word${at}`, rest, ...(severity !== undefined && { severity }) });
}

/** Records sessions of agents whose ids, prompts, files and commands are hostile. @param count how many, from the last text on. */
export async function recordHostileSessions(workspace: Workspace, count: number): Promise<void> {
  for (const [at, text] of [...hostileTexts.entries()].slice(-count)) {
    const session = { session_id: text, prompt_id: text, cwd: workspace.root };
    const payloads = [
      { hook_event_name: "SessionStart", source: "startup" },
      { hook_event_name: "UserPromptSubmit", prompt: text },
      {
        hook_event_name: "PreToolUse",
        tool_name: "Write",
        tool_use_id: text,
        tool_input: { file_path: `src/${text}.ts`, content: `word${at} ${text}` },
      },
    ];
    for (const payload of payloads) {
      await runHook(JSON.stringify({ ...session, ...payload }), {
        host: "claude-code",
        open: async () => workspace,
        env: {},
        cwd: workspace.root,
        now: Date.now,
        deadline: 60_000,
      });
    }
  }
}
