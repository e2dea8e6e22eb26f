import { z } from "zod";
import { watchBackends } from "@precept/files";
import {
  postgresUrlError,
  postgresUrlPattern,
  redisUrlError,
  redisUrlPattern,
  userIdExpected,
  userIdPattern,
} from "@precept/workspace";
import { projectIdExpected, projectIdPattern } from "../projects/project-dirs.ts";

// The parts of the schema, with their messages. Messages continue the name of a setting: `"port" must be …`.

const text = z.string({ error: "must be a string" }).regex(/\S/, { error: "must be a string of at least one character" });
const optionalText = text.optional();
const optionalTexts = z.array(text, { error: "must be a list of strings" }).optional();

function integer(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  const error =
    max === Number.MAX_SAFE_INTEGER ? `must be an integer of at least ${min}` : `must be an integer from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const count = integer(1).optional();

/** A URL without a user, a query and a fragment. Without TLS only on this machine. */
const issuerPattern = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?![^/:]))[^\s@?#]+$/;

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

function section<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  return z.strictObject(shape, { error: "must contain settings, as `key: value` lines" });
}

const tls = section({
  cert: text.describe("The file of the certificate and its chain, in PEM format. A renewed file is used within a minute."),
  key: text.describe("The file of the private key, in PEM format."),
});

const projectId = text.regex(projectIdPattern, { error: `must consist of ${projectIdExpected}` });

const project = section({
  id: projectId.optional().describe("Identifies the project in paths and tokens. Default: the name of the directory."),
  dir: text.describe("The directory of the project."),
});

const limits = section({
  body_bytes: integer(1024).optional().describe("The maximum size of the body of a request, in bytes. Default 2,097,152."),
  json_depth: count.describe("The maximum nesting of objects and lists in a body. Default 64."),
  requests_per_minute: count.describe(
    "The maximum number of requests of a token per minute; without tokens, of an address. Default 6,000.",
  ),
  failed_authentications_per_minute: count.describe(
    "The maximum number of requests of an address per minute whose token is not valid. Default 60.",
  ),
  concurrency_per_client: count.describe("The maximum number of requests of a client that are served at a time. Default 64."),
  concurrency: count.describe("The maximum number of requests that are served at a time. Default 256."),
  connections: count.describe("The maximum number of open connections. Default 4,096."),
  streams: count.describe("The maximum number of open streams of events. Default 2,048."),
  streams_per_token: count.describe("The maximum number of open streams of events of one token. Default 1,000."),
  headers_timeout: count.describe("How long a client may take to send the headers of a request, in seconds. Default 20."),
  request_timeout: count.describe("How long a client may take to send a whole request, in seconds. Default 60."),
});

const log = section({
  level: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .optional()
    .describe("The lowest level of messages that are logged. Default `info`."),
  format: oneOf(["json", "pretty"])
    .optional()
    .describe(
      "`json`: a JSON object a line. `pretty`: for reading in a terminal. Default: `pretty` if standard error is a terminal.",
    ),
});

const metrics = section({
  host: optionalText.describe("The host of an address that only serves `/metrics`, without tokens. Default `127.0.0.1`."),
  port: integer(0, 65_535)
    .optional()
    .describe("The port of this address. Default: there is none, and `/metrics` needs the token of an admin."),
});

const watch = section({
  backend: oneOf(watchBackends)
    .optional()
    .describe(
      "How changes of the projects are noticed: by `events` of the system, or by `polling`, for network and container mounts that report none. Default: `watch.backend` of each project.",
    ),
});

const statePostgres = section({
  url: text
    .regex(postgresUrlPattern, { error: postgresUrlError("url_env") })
    .optional()
    .describe(
      "The server and the database, without a password: `postgres://precept@db.internal:5432/precept`. The variable PGPASSWORD can have the password.",
    ),
  url_env: optionalText.describe(
    "The environment variable that has the URL, which can have a password, such as `DATABASE_URL`. It is used instead of `url`.",
  ),
  url_file: optionalText.describe(
    "The file that has the URL, such as `/run/secrets/database_url`. It is used instead of `url_env`.",
  ),
  schema: optionalText.describe("The schema of the tables. Default `precept`."),
});

const stateRedis = section({
  url: text
    .regex(redisUrlPattern, { error: redisUrlError("url_env") })
    .optional()
    .describe("The server, without a password: `redis://cache.internal:6379`, or `rediss://…` for TLS."),
  url_env: optionalText.describe(
    "The environment variable that has the URL, which can have a password, such as `REDIS_URL`. It is used instead of `url`.",
  ),
  url_file: optionalText.describe(
    "The file that has the URL, such as `/run/secrets/redis_url`. It is used instead of `url_env`.",
  ),
  prefix: optionalText.describe("The beginning of the keys. Servers that count together have the same. Default `precept`."),
});

const state = section({
  redis: stateRedis
    .optional()
    .describe(
      "A Redis 6 or Valkey server that counts the requests of all servers, instead of PostgreSQL. While it is away, each server counts alone, and failed authentications get 503. Default: none.",
    ),
  postgres: statePostgres
    .optional()
    .describe("A PostgreSQL database in which all servers store it. Each request then needs a token. Default: files and memory."),
});

const groups = (role: string) => optionalTexts.describe(`The groups whose members have the role ${role}.`);
const roleGroups = section({ reader: groups("`reader`"), editor: groups("`editor`"), admin: groups("`admin`") });

const oidc = section({
  issuer: text
    .regex(issuerPattern, { error: "must be the https URL of a provider, without a query; http only on this machine" })
    .describe("The provider: the URL below which `/.well-known/openid-configuration` is."),
  client_id: text.describe("The id of this server at the provider."),
  client_secret_env: optionalText.describe("The environment variable that has the secret of this server at the provider."),
  client_secret_file: optionalText.describe(
    "The file that has the secret. It is used instead of `client_secret_env`. Default: the client is public, and has no secret.",
  ),
  url: text
    .regex(issuerPattern, { error: "must be the https URL of this server, without a query; http only on this machine" })
    .describe(
      "The address of this server for browsers, such as `https://rules.example.com`. The provider must allow `/api/v1/session/callback` below it as redirect URI.",
    ),
  scopes: optionalTexts.describe("What to ask the provider for. Default `openid`, `profile` and `email`."),
  user_claim: optionalText.describe(
    "The claim with the id of the user. `email` counts only if the provider has verified it. Default `preferred_username`.",
  ),
  groups_claim: optionalText.describe("The claim with the groups of the user, a list of texts. Default `groups`."),
  roles: roleGroups
    .optional()
    .describe(
      "The groups of the provider that have each role in all projects. A user has the highest one. Default: none, so that users see only projects of `projects`.",
    ),
  projects: z
    .array(
      section({
        id: projectId.describe("The id of a project."),
        roles: roleGroups.describe("The groups that have each role in this project."),
      }),
      { error: "must be a list of projects, each with an `id` and `roles`" },
    )
    .optional()
    .describe("Roles in single projects. A user without a role anywhere may not log in. Default: none."),
});

/** The configuration of the server: validation, the JSON Schema for editors and the reference come from this schema. */
export const serverConfigSchema = section({
  host: optionalText.describe(
    "The host name or address to listen on. A public one, such as `0.0.0.0`, requires tokens. Default `127.0.0.1`.",
  ),
  port: integer(0, 65_535).optional().describe("The port to listen on; 0 chooses a free one. Default 4141."),
  socket: optionalText.describe("The path of a Unix socket to listen on, instead of a host and a port."),
  tls: tls.optional().describe("The certificate of the server. Default: no TLS."),
  projects: z
    .array(project, { error: "must be a list of projects, each with a `dir`" })
    .optional()
    .describe("The projects. Default: the project of the current directory."),
  projects_dir: optionalText.describe("A directory of projects. Those that are added later are served, too."),
  home: optionalText.describe("The Precept directory of the server's user, with global rules. Default `~/.precept`."),
  user: z
    .string()
    .regex(userIdPattern, { error: `must consist of ${userIdExpected}, and start with a letter, a digit or _` })
    .optional()
    .describe(
      "The user of a server without tokens, who owns the rules of user scope. Default: `user` of a project's configuration, else the user of the operating system.",
    ),
  tokens: optionalText.describe(
    "The file of the tokens. If it is set, every request needs a token. Default `server/tokens.json` in `home`, if it has tokens.",
  ),
  oidc: oidc
    .optional()
    .describe("An OpenID Connect provider with which users log in to the console. Each request then needs a token or a login."),
  state: state.optional().describe("Where tokens, request counts, and the state of policies are stored, for several servers."),
  limits: limits.optional().describe("How much clients may ask for."),
  allowed_hosts: optionalTexts.describe(
    "The hosts that requests may name. Default: all with tokens; without, those of the own machine.",
  ),
  allowed_origins: optionalTexts.describe(
    "The origins of web pages that may use the server, such as `https://console.example.com`. Default: its own.",
  ),
  log: log.optional().describe("The log, on standard error."),
  metrics: metrics.optional().describe("A separate address for metrics."),
  watch: watch.optional().describe("How projects are watched."),
  idle_project: count.describe("How long a project without requests stays open, in seconds. Default 600."),
  shutdown_delay: integer(0)
    .optional()
    .describe(
      "How long the server answers requests after `/readyz` fails when it is stopped, in seconds, so that a load balancer stops sending them. Default 0.",
    ),
  shutdown_grace: integer(0)
    .optional()
    .describe("How long requests may take to finish when the server is stopped, in seconds. Default 10."),
  trusted_dirs: optionalTexts.describe(
    "Directories that projects may access outside of their own, and whose projects are trusted. See `trustedDirs` of the user's configuration.",
  ),
});

/** The settings of the server, as written. */
export type ServerConfig = z.output<typeof serverConfigSchema>;

/** The JSON Schema of the configuration of the server, for editors. */
export function serverConfigJsonSchema(): z.core.JSONSchema.BaseSchema {
  return { title: "Configuration of a Precept server", ...z.toJSONSchema(serverConfigSchema, { io: "input" }) };
}
