import { createRule, type Rule } from "@precept/core";

/** The fields in which the rules of the set differ. The name is the id. */
interface WrittenRule {
  readonly name: string;
  readonly description?: string;
  readonly content: string;
  readonly tags?: readonly string[];
  readonly globs?: readonly string[];
}

const written: readonly WrittenRule[] = [
  {
    name: "branch-names",
    description: "How branches are named",
    content:
      "Name branches `type/ticket-short-title`, for example `fix/PAY-812-rounding`. Allowed types are feat, fix, chore and docs.",
    tags: ["topic:git"],
  },
  {
    name: "commit-messages",
    description: "Format of commit messages",
    content:
      "Write commit messages in the imperative mood. The first line has at most 72 characters. Reference the ticket in the footer.",
    tags: ["topic:git"],
  },
  {
    name: "squash-merge",
    description: "How pull requests are merged",
    content:
      "Squash pull requests when you merge them into `main`. Never force-push to `main`. Rebase long-lived branches daily.",
    tags: ["topic:git"],
  },
  {
    name: "money-as-integers",
    description: "Amounts of money are integers of the smallest unit",
    content:
      "Store amounts as integers of the smallest currency unit (cents). Never use floating point numbers for prices. Round half to even, " +
      "and only at the end of a calculation, with `roundAmount`.",
    tags: ["topic:payments"],
    globs: ["src/payments/**"],
  },
  {
    name: "currency-formatting",
    description: "Formatting of prices in the user interface",
    content: "Format prices with `Intl.NumberFormat` and the locale of the user. Do not build price strings by hand.",
    tags: ["topic:i18n"],
    globs: ["src/ui/**/*.tsx"],
  },
  {
    name: "utc-timestamps",
    description: "Dates and times",
    content:
      "Save timestamps in UTC as ISO 8601. Convert to the time zone of the user only when you display them. Do not use local time on servers.",
    tags: ["topic:time"],
  },
  {
    name: "sql-migrations",
    description: "Changes to the database schema",
    content:
      "Every schema change is a numbered migration in `db/migrations`. Migrations must be reversible. Add columns as nullable first, backfill in " +
      "batches, then add the constraint. Never rename a column in one step.",
    tags: ["topic:database"],
    globs: ["db/migrations/*.sql"],
  },
  {
    name: "sql-parameters",
    description: "Prevent SQL injection",
    content:
      "Pass values to queries as bound parameters. Never concatenate user input into SQL, not even for sort columns: use an allowlist.",
    tags: ["topic:security", "topic:database"],
  },
  {
    name: "n-plus-one",
    description: "Queries in loops",
    content:
      "Do not run a query for each element of a list. Load related rows with a join or with `findManyByIds`, and use a data loader in GraphQL resolvers.",
    tags: ["topic:database", "topic:performance"],
  },
  {
    name: "transactions",
    description: "Database transactions",
    content:
      "Wrap writes that belong together in `withTransaction`. Keep transactions short: no network calls inside. Retry on serialization failures.",
    tags: ["topic:database"],
  },
  {
    name: "secrets-in-env",
    description: "Handling of secrets",
    content:
      "Read API keys and passwords from environment variables through `loadSecrets`. Never commit them, and never log them. Add new names to `.env.example`.",
    tags: ["topic:security"],
  },
  {
    name: "password-hashing",
    description: "Storage of passwords",
    content:
      "Hash passwords with Argon2id with the parameters of `auth/hashing.ts`. Compare hashes in constant time. Never truncate a password.",
    tags: ["topic:security"],
  },
  {
    name: "jwt-validation",
    description: "Validation of access tokens",
    content:
      "Verify the signature, issuer, audience and expiry of every JWT. Reject the algorithm `none`. Access tokens live for 15 minutes, refresh tokens rotate.",
    tags: ["topic:security"],
  },
  {
    name: "input-validation",
    description: "Validation of requests",
    content:
      "Parse request bodies with a zod schema at the edge of the service. Return status 400 with the list of invalid fields. Do not validate again deeper inside.",
    tags: ["topic:api"],
  },
  {
    name: "rest-naming",
    description: "Names of REST resources",
    content:
      "Use plural nouns in lower case for resources: `/orders/{orderId}/items`. Verbs are HTTP methods, not part of the path. Query parameters are camelCase.",
    tags: ["topic:api"],
  },
  {
    name: "error-responses",
    description: "Format of errors of the HTTP API",
    content:
      "Return errors as problem details (RFC 9457) with a stable `type`. Never return a stack trace to clients. Log the cause with the request id.",
    tags: ["topic:api"],
  },
  {
    name: "pagination",
    description: "Pagination of lists",
    content:
      "List endpoints are paged by cursor, not by offset. The default page size is 50, the maximum is 200. Return `nextCursor` only if there is another page.",
    tags: ["topic:api"],
  },
  {
    name: "idempotency-keys",
    description: "Retries of payments",
    content:
      "Clients send an `Idempotency-Key` header with every POST that moves money. Store the response for 24 hours and replay it on a repeated key.",
    tags: ["topic:payments", "topic:api"],
  },
  {
    name: "rate-limits",
    description: "Throttling of clients",
    content:
      "Limit each API key to 100 requests per minute with a token bucket. Answer with 429 and `Retry-After` when the bucket is empty.",
    tags: ["topic:api"],
  },
  {
    name: "react-components",
    description: "React components",
    content:
      "Write function components with hooks. One component per file, named like the file. Props are a readonly interface. No class components.",
    tags: ["language:typescript"],
    globs: ["src/ui/**/*.tsx"],
  },
  {
    name: "react-effects",
    description: "Use of useEffect",
    content:
      "Use `useEffect` only to synchronise with something outside of React. Derive values during rendering instead. Every effect cleans up its subscriptions.",
    tags: ["language:typescript"],
    globs: ["src/ui/**/*.tsx"],
  },
  {
    name: "accessibility",
    description: "Accessible user interfaces",
    content:
      "Every interactive element can be reached with the keyboard and has a visible focus. Images have alternative text. Contrast is at least 4.5:1.",
    tags: ["topic:ui"],
  },
  {
    name: "css-tokens",
    description: "Colours and spacing",
    content:
      "Use the design tokens of `theme.css` for colours, spacing and font sizes. No hex colours and no pixel values in components.",
    tags: ["topic:ui"],
  },
  {
    name: "typescript-strict",
    description: "TypeScript compiler settings",
    content:
      "The compiler runs in strict mode. Do not use `any`; use `unknown` and narrow it. No non-null assertions. Exported functions declare their return types.",
    tags: ["language:typescript"],
    globs: ["**/*.ts", "**/*.tsx"],
  },
  {
    name: "named-exports",
    description: "Exports of modules",
    content: "Use named exports. No default exports and no barrel files, because they slow down builds and break tree shaking.",
    tags: ["language:typescript"],
  },
  {
    name: "python-style",
    description: "Python code style",
    content:
      "Format Python with ruff and check types with mypy in strict mode. Use dataclasses instead of dictionaries for records. Prefer pathlib to os.path.",
    tags: ["language:python"],
    globs: ["**/*.py"],
  },
  {
    name: "python-dependencies",
    description: "Python packages",
    content:
      "Declare dependencies in `pyproject.toml` and lock them with uv. No `requirements.txt`. Libraries use ranges, services pin exact versions.",
    tags: ["language:python"],
  },
  {
    name: "go-errors",
    description: "Error handling in Go",
    content:
      'Wrap errors with `fmt.Errorf("…: %w", err)` and check them with `errors.Is`. Never ignore an error with `_`. Panic only in main and in tests.',
    tags: ["language:go"],
    globs: ["**/*.go"],
  },
  {
    name: "go-context",
    description: "Cancellation in Go",
    content:
      "Pass `context.Context` as the first parameter. Do not store it in a struct. Every goroutine ends when its context is cancelled.",
    tags: ["language:go"],
  },
  {
    name: "rust-unwrap",
    description: "Panics in Rust",
    content:
      "No `unwrap` and no `expect` outside of tests. Return `Result` with an error type made with thiserror. `unsafe` needs a comment that starts with SAFETY.",
    tags: ["language:rust"],
    globs: ["**/*.rs"],
  },
  {
    name: "cpp-ownership",
    description: "Memory in C++",
    content:
      "In C++, own memory with `std::unique_ptr`. No raw `new` and `delete`. Pass large objects by const reference. Compile with sanitizers in CI.",
    tags: ["language:cpp"],
    globs: ["**/*.cpp", "**/*.h"],
  },
  {
    name: "csharp-async",
    description: "Asynchronous code in C#",
    content:
      "In C# and .NET, asynchronous methods end in `Async` and take a `CancellationToken`. Never block with `.Result` or `.Wait()`. No `async void`.",
    tags: ["language:csharp"],
    globs: ["**/*.cs"],
  },
  {
    name: "java-null",
    description: "Null values in Java",
    content:
      "Return `Optional` instead of null from public methods. Annotate packages with `@NullMarked`. Do not use Optional for fields or parameters.",
    tags: ["language:java"],
    globs: ["**/*.java"],
  },
  {
    name: "unit-tests",
    description: "Unit tests",
    content:
      "A test describes one behaviour in a sentence. Arrange, act, assert. No sleeping and no real clock: use a fake timer. Do not mock your own modules.",
    tags: ["topic:testing"],
    globs: ["**/*.test.ts"],
  },
  {
    name: "flaky-tests",
    description: "Flaky tests",
    content:
      "Quarantine a test that fails intermittently within a day, with a ticket. Do not add retries to hide it. Delete it if it is not repaired in two weeks.",
    tags: ["topic:testing"],
  },
  {
    name: "test-data",
    description: "Data for tests",
    content:
      "Build test data with the factories in `testing/factories`, such as `createTestOrder`. Do not share fixtures between suites. No production data in tests.",
    tags: ["topic:testing"],
  },
  {
    name: "end-to-end-tests",
    description: "Browser tests",
    content:
      "Playwright tests cover the ten most important user journeys. Find elements by role, not by CSS class. Each test creates its own account.",
    tags: ["topic:testing"],
    globs: ["e2e/**"],
  },
  {
    name: "logging",
    description: "Structured logs",
    content:
      "Log with `logger.info({ orderId }, message)` in JSON. No personal data in logs. Use the level error only for what a person must repair.",
    tags: ["topic:observability"],
  },
  {
    name: "metrics",
    description: "Metrics and alerts",
    content:
      "Every service exposes latency, traffic, errors and saturation for Prometheus. Alerts are about symptoms that users notice and link to a runbook.",
    tags: ["topic:observability"],
  },
  {
    name: "feature-flags",
    description: "Feature flags",
    content:
      "Hide unfinished work behind a flag of `isFeatureEnabled`. Every flag has an owner and a date of removal. Delete the flag two weeks after the rollout.",
    tags: ["topic:release"],
  },
  {
    name: "docker-images",
    description: "Container images",
    content:
      "Build images in several stages from a distroless base. Pin base images by digest. Containers do not run as root, and have a health check.",
    tags: ["topic:deployment"],
    globs: ["**/Dockerfile"],
  },
  {
    name: "kubernetes-resources",
    description: "Kubernetes manifests",
    content:
      "Every container declares requests and limits for CPU and memory, a readiness probe and a liveness probe. At least two replicas in production.",
    tags: ["topic:deployment"],
    globs: ["deploy/**/*.yaml"],
  },
  {
    name: "terraform-state",
    description: "Infrastructure as code",
    content:
      "Change infrastructure with Terraform only. The state is remote and locked. Run `terraform plan` in the pull request; a second engineer approves it.",
    tags: ["topic:deployment"],
    globs: ["infra/**/*.tf"],
  },
  {
    name: "release-process",
    description: "Releases",
    content:
      "Release from `main` every Tuesday. Versions follow semantic versioning. The changelog is generated from changesets. No deployments on Fridays.",
    tags: ["topic:release"],
  },
  {
    name: "incident-response",
    description: "Incidents in production",
    content:
      "The first engineer on call leads the incident. Roll back before you debug. Write a blameless postmortem within five working days.",
    tags: ["topic:operations"],
  },
  {
    name: "code-review",
    description: "Code review",
    content:
      "Reviews answer within one working day. Keep changes below 400 lines. Comments say whether they block. The author merges after the approval.",
    tags: ["topic:process"],
  },
  {
    name: "http-client",
    description: "Calls to other services",
    content:
      "Call other services through `createHttpClient`. It sets a timeout of 2 seconds, retries GET requests twice with jitter, and opens a circuit breaker.",
    tags: ["topic:api"],
  },
  {
    name: "cache-invalidation",
    description: "Caching with Redis",
    content:
      "Cache keys contain the tenant and a version. Every entry has a time to live. Invalidate after the transaction commits, with `invalidateCacheKeys`.",
    tags: ["topic:performance"],
  },
  {
    name: "webhook-signatures",
    description: "Incoming webhooks",
    content:
      "Verify the HMAC of a webhook over the raw body with `verify_webhook_signature` before you parse it. Reject deliveries older than five minutes.",
    tags: ["topic:security"],
  },
  {
    name: "personal-data",
    description: "Privacy and GDPR",
    content:
      "Personal data is encrypted at rest and deleted 30 days after an account is closed. New fields with personal data are registered in `data_inventory.yaml`.",
    tags: ["topic:privacy"],
  },
  {
    name: "ordner-struktur",
    description: "Aufbau der Verzeichnisse",
    content:
      "Jedes Fachgebiet hat ein eigenes Verzeichnis unter `src`. Gemeinsam genutzter Code gehört nach `src/shared`. Zyklische Abhängigkeiten sind verboten.",
    tags: ["sprache:deutsch"],
  },
  {
    name: "fehlermeldungen",
    description: "Fehlermeldungen für Benutzer",
    content:
      "Fehlermeldungen erklären in einfacher Sprache, was schiefging und was der Benutzer tun kann. Keine technischen Ausdrücke, keine Schuldzuweisungen.",
    tags: ["sprache:deutsch"],
  },
  {
    name: "traductions",
    description: "Traduction de l'interface",
    content:
      "Les textes affichés sont traduits à l'aide de clés dans `locales/fr.json`. N'écrivez jamais une chaîne visible directement dans le code.",
    tags: ["langue:français"],
  },
  {
    name: "preklady-rozhrani",
    description: "Dokumentace funkcí",
    content:
      "Veřejné funkce mají dokumentační komentář s příkladem použití. Komentáře vysvětlují důvod, nikoli to, co je vidět v kódu.",
    tags: ["jazyk:čeština"],
  },
  {
    name: "zh-database",
    description: "数据库访问规范",
    content:
      "所有数据库查询必须使用参数绑定，禁止拼接字符串。事务要尽量短，不要在事务中调用外部服务。大表加索引前先评估锁表时间。",
    tags: ["语言:中文"],
  },
  {
    name: "zh-exception",
    description: "异常处理规范",
    content: "不要捕获异常后忽略它。记录日志时要包含请求编号和堆栈信息。对用户只返回友好的错误提示。",
    tags: ["语言:中文"],
  },
  {
    name: "ja-naming",
    description: "命名規則",
    content: "変数名はキャメルケース、クラス名はパスカルケースで書く。略語は使わない。真偽値の変数名は is または has で始める。",
    tags: ["言語:日本語"],
  },
  {
    name: "ja-review",
    description: "コードレビューの進め方",
    content: "レビューは一営業日以内に返す。指摘には理由を書く。自動整形で直せることは指摘しない。",
    tags: ["言語:日本語"],
  },
  {
    name: "th-testing",
    description: "แนวทางการทดสอบ",
    content: "ทุกฟังก์ชันใหม่ต้องมีการทดสอบหน่วย ห้ามเรียกใช้เครือข่ายจริงในการทดสอบ และต้องทดสอบกรณีผิดพลาดด้วย",
    tags: ["ภาษา:ไทย"],
  },
  {
    name: "ko-comments",
    description: "주석 작성 규칙",
    content:
      "주석은 코드가 무엇을 하는지가 아니라 왜 그렇게 하는지를 설명한다. 사용하지 않는 코드는 주석으로 남기지 말고 삭제한다.",
    tags: ["언어:한국어"],
  },
];

/** Rules as engineering teams write them, in several languages. */
export const relevanceRules: readonly Rule[] = written.map((rule) => createRule({ id: rule.name, ...rule }));
