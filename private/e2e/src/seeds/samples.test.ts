import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createProject, type Project } from "@precept/testing";
import { preceptProgram } from "@precept/testing/program";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { expect, it, vi } from "vitest";

// The samples of files in the documents that Precept was designed from, literally.

const codingStandards = `---
name: coding-standards
description: Python coding standards and best practices
inclusion: always
priority: 60
---

# Python Coding Standards

## Code Style

- Follow PEP 8 guidelines
- Maximum line length: 100 characters

## Naming Conventions

- Classes: PascalCase
- Functions/variables: snake_case
- Constants: UPPER_SNAKE_CASE
`;

const reactComponents = `---
name: react-components
description: Guidelines for React component development
inclusion: fileMatch
fileMatchPattern: "**/*.tsx"
priority: 70
---

# React Component Guidelines

## Component Structure

- Use functional components with hooks
`;

const securityReview = `---
name: security-review
description: Security review checklist for code changes
inclusion: manual
priority: 90
---

# Security Review Checklist

1. **Input Validation**
   - SQL injection prevention
   - XSS prevention
`;

const goStandards = `---
description: Enforce our Go standards: go fmt, go vet, golangci-lint, error wrapping with %w
globs:
- "**/*.go"
alwaysApply: false
---
1) Run \`go fmt\` and \`go vet\`.
2) Use \`golangci-lint\` locally before commit.
3) Wrap errors with \`%w\` and return context.
`;

const memory = `# MEMORY.md - 长期记忆

## 重要决策
- [2026-02-15] 决定使用文件系统存储上下文
- [2026-02-14] 确定主会话与共享上下文的判定机制

## 经验教训
- 异步 I/O 对性能至关重要
- 文件锁可防止并发冲突

## 用户偏好
- 喜欢简洁的回复风格
- 偏好中文交流
`;

const note = `# 2026-02-15

## 今日事件
- 完成了 Agent 引导流程的规范设计
- 确定了技术选型方案

## 重要洞察
- 保持简单是最好的设计原则

## 待办事项
- [ ] 实现文件监控模块
- [ ] 编写单元测试
`;

async function open(project: Project): Promise<Workspace> {
  const now = (): Date => new Date("2026-02-15T12:00:00Z");
  return openWorkspace(project.dir, { home: join(project.dir, "home"), now, context: { timeZone: "UTC" } });
}

it("applies the rules of DataAgent: one always, one by file and one by name, by priority", async () => {
  const project = await createProject({
    ".dataagent/rules/coding-standards.md": codingStandards,
    ".dataagent/rules/react-components.md": reactComponents,
    ".dataagent/rules/security-review.md": securityReview,
  });
  await using workspace = await open(project);
  const namesFor = async (files: readonly string[], prompt: string): Promise<readonly string[]> =>
    (await workspace.resolve({ files, prompt })).applied.map(({ rule }) => rule.name);
  expect(await namesFor([], "Hello")).toEqual(["coding-standards"]);
  expect(await namesFor(["src/app.tsx"], "Hello")).toEqual(["react-components", "coding-standards"]);
  expect(await namesFor(["src/app.py"], "Run @security-review")).toEqual(["security-review", "coding-standards"]);
  const { applied, diagnostics } = await workspace.resolve({ files: ["src/app.tsx"] });
  expect(diagnostics).toEqual([]);
  expect(applied[0]?.rule).toMatchObject({
    description: "Guidelines for React component development",
    inclusion: "fileMatch",
    globs: ["**/*.tsx"],
    priority: 70,
    scope: "project",
  });
});

it("reads a rule of goagent whose description has a colon", async () => {
  for (const path of [".goagent/rules/coding-standards.mdc", ".cursor/rules/coding-standards.mdc"]) {
    await using workspace = await open(await createProject({ [path]: goStandards }));
    const { applied } = await workspace.resolve({ include: ["coding-standards"] });
    expect(applied.map(({ rule }) => rule)).toMatchObject([
      {
        name: "coding-standards",
        description: "Enforce our Go standards: go fmt, go vet, golangci-lint, error wrapping with %w",
        content: expect.stringMatching(/^1\) Run `go fmt`/) as unknown,
      },
    ]);
  }
  await using goagent = await open(await createProject({ ".goagent/rules/coding-standards.mdc": goStandards }));
  expect((await goagent.resolve({ files: ["cmd/main.go"] })).applied).toHaveLength(1);
  expect((await goagent.resolve({ files: ["README.md"] })).applied).toHaveLength(0);
});

it("loads the files of a workspace", async () => {
  const project = await createProject({
    "AGENTS.md": "a\n",
    "SPIRIT.md": "s\n",
    "OWNER.md": "o\n",
    "TOOLS.md": "t\n",
    "MEMORY.md": memory,
    "BOOTSTRAP.md": "b\n",
    "memory/2026-02-14.md": "# 2026-02-14\n",
    "memory/2026-02-15.md": note,
  });
  await using workspace = await open(project);
  const main = await workspace.boot({ sessionType: "main", session: "one" });
  expect(main.context).toMatchObject({ memoryContent: memory, dailyMemories: [note, "# 2026-02-14\n"] });
  expect(main.context.loadedFiles).toEqual([
    "AGENTS.md",
    "SPIRIT.md",
    "OWNER.md",
    "TOOLS.md",
    "memory/2026-02-15.md",
    "memory/2026-02-14.md",
    "MEMORY.md",
  ]);
  const { prompt } = await workspace.boot({ sessionType: "shared", session: "two" });
  expect(prompt).toContain("保持简单是最好的设计原则");
  expect(prompt).not.toContain("长期记忆");
});

it("reads a memory that was written by hand, and appends to it", async () => {
  const project = await createProject({ "MEMORY.md": memory });
  await using workspace = await open(project);
  const session = { sessionType: "main", session: "one" } as const;
  const entries = await workspace.context.readMemory(session);
  expect(entries.map(({ category, sourceDate, content }) => [category, sourceDate, content])).toEqual([
    ["重要决策", "2026-02-15", "决定使用文件系统存储上下文"],
    ["重要决策", "2026-02-14", "确定主会话与共享上下文的判定机制"],
    ["经验教训", undefined, "异步 I/O 对性能至关重要"],
    ["经验教训", undefined, "文件锁可防止并发冲突"],
    ["用户偏好", undefined, "喜欢简洁的回复风格"],
    ["用户偏好", undefined, "偏好中文交流"],
  ]);
  await workspace.context.appendMemory({ content: "Use pnpm.", category: "经验教训", importance: 5 }, session);
  const after = await readFile(join(project.dir, "MEMORY.md"), "utf8");
  const added = after.split("\n").filter((line) => !memory.split("\n").includes(line));
  expect(added).toEqual([expect.stringContaining("Use pnpm.")]);
  expect(after.indexOf("Use pnpm.")).toBeLessThan(after.indexOf("## 用户偏好"));
});

it("refuses a directory whose name only begins like that of the workspace", async () => {
  const project = await createProject({ "workspace/.git/HEAD": "", "workspace-2/AGENTS.md": "secret" });
  await project.link("workspace/AGENTS.md", "../workspace-2/AGENTS.md");
  await using workspace = await openWorkspace(join(project.dir, "workspace"), { home: join(project.dir, "home") });
  const { files, prompt } = await workspace.boot({ sessionType: "main", session: "one" });
  expect(files[0]).toMatchObject({ filePath: "AGENTS.md", note: expect.any(String) as unknown });
  expect(prompt).not.toContain("secret");
});

const mapping = `  tables:
    priority_mapping:
      P0: 
        action: TERMINATE
        notify_human: true
        rollback: true
        iteration_penalty: +MAX
  
      P1:
        action: QUICK_FIX
        notify_human: false
        rollback: false
        iteration_penalty: +0
  
      P2:
        action: LOG_ONLY
        notify_human: false
        rollback: false
        iteration_penalty: +0
  
      P3:
        action: SOFT_HOOK
        notify_human: false
        rollback: false
        iteration_penalty: +0
`;

it("reads the mapping of priorities to actions", async () => {
  const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"];
  const policies = severities.map(
    (severity) => `- { id: ${severity}, severity: ${severity}, match: { pattern: ${severity} }, message: m }\n`,
  );
  const project = await createProject({
    ".git/HEAD": "",
    ".precept/config.yaml": `policies:\n${mapping}`,
    ".precept/policies/all.yaml": policies.join(""),
  });
  await using workspace = await open(project);
  // The rollback of P0 needs a project that the user trusts.
  expect((await workspace.diagnostics()).map(({ code }) => code)).toEqual(["config/not-trusted"]);
  const decisions = await Promise.all(severities.map((text) => workspace.policies.check({ text })));
  expect(decisions.map(({ action }) => action)).toEqual(["TERMINATE", "QUICK_FIX", "LOG_ONLY", "SOFT_HOOK"]);
});

it("answers the messages of the rule engine on standard input", async () => {
  const project = await createProject({ ".git/HEAD": "" });
  const messages = [
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "rule_engine",
        arguments: {
          action: "register",
          rule: {
            id: "JCODE-001",
            version: "1.0.0",
            severity: "HIGH",
            category: "constitutional",
            phase: "IMPLEMENTATION",
            handler: "QUICK_FIX",
            match: { pattern: "def [a-z_][a-zA-Z0-9_]*\\(", file_patterns: ["*.py"] },
            message: "Function name must follow snake_case",
            metadata: { owner: "agentic-governance" },
          },
        },
      },
    },
    { jsonrpc: "2.0", id: 2, method: "tools/list", params: { phase: "IMPLEMENTATION" } },
    {
      jsonrpc: "2.0",
      id: 3,
      method: "tools/call",
      params: { name: "rule_engine:JCODE-001", arguments: { code: "def parse_Data():\n", file: "src/parser.py" } },
    },
  ];
  const child = spawn(process.execPath, [preceptProgram(), "mcp", "--root", project.dir], {
    env: { ...process.env, PRECEPT_HOME: join(project.dir, "home") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (out += part));
  for (const message of messages) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    await vi.waitFor(() => expect(out).toContain(`"id":${message.id}`), { timeout: 60_000 });
  }
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
  const answers = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: { structuredContent: { accepted: true } } });
  expect(answers.find(({ id }) => id === 2)).toMatchObject({
    result: {
      tools: expect.arrayContaining([
        expect.objectContaining({
          name: "rule_engine:JCODE-001",
          inputSchema: expect.objectContaining({
            properties: expect.objectContaining({
              code: expect.objectContaining({ type: "string" }) as unknown,
              file: expect.objectContaining({ type: "string" }) as unknown,
            }) as unknown,
          }) as unknown,
          annotations: expect.objectContaining({ phase: "IMPLEMENTATION", severity: "HIGH", handler: "QUICK_FIX" }) as unknown,
        }),
      ]) as unknown,
    },
  });
  expect(answers.find(({ id }) => id === 3)).toMatchObject({ result: { structuredContent: { action: "QUICK_FIX" } } });
  expect(answers.find(({ method }) => method === "notifications/ops/priority")).toMatchObject({
    params: {
      rule_id: "JCODE-001",
      violation: { location: "src/parser.py:1", message: "Function name must follow snake_case" },
      priority: "P1",
      handler: "QUICK_FIX",
    },
  });
});
