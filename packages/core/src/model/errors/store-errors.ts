import { formatNumber } from "../../text/format.ts";
import { entry, listOr, type NoDetails } from "./entry.ts";

export const storeErrors = {
  STORE_CAPABILITY_MISSING: entry<{ store: string; capability: string; reason?: string }>({
    title: "The store does not support this operation",
    message: ({ store, capability, reason }) =>
      `The store "${store}" does not support ${capability}${reason === undefined ? "" : `: ${reason}`}.`,
    hint: () => "Check the store's `capabilities` before the call, or use another store.",
  }),
  STORE_CLOSED: entry<{ store: string }>({
    title: "The store was disposed of before the call",
    message: ({ store }) => `The store "${store}" is closed.`,
    hint: () => "Keep the store open (`await using`) for as long as it is used.",
  }),
  /** `retryable`: whether the same call can succeed later, without a fix. */
  STORE_FAILED: entry<{ store: string; reason: string; retryable: boolean; action?: string; path?: string }>({
    title: "The store could not be read or written",
    message: ({ store, reason, action, path }) =>
      `The store "${store}" failed: ${path === undefined ? "" : `cannot ${action ?? "access"} "${path}": `}${reason}.`,
    hint: ({ retryable }) => (retryable ? "Try again." : "Fix the cause first. Trying again does not help until then."),
  }),
  POSITION_UNKNOWN: entry<{ stores: readonly string[] }>({
    title: "No store knows a position",
    message: ({ stores }) => `The position is not one of ${listOr(stores.map((store) => `the store "${store}"`))}.`,
    hint: () => "Pass a position that the answer to a write in this project had. After a backup was restored, write again.",
  }),
  POSITION_NOT_REACHED: entry<{ waitMs: number }>({
    title: "A read would be older than the position that it names",
    message: ({ waitMs }) => `The rules are older than the position of the request, also after ${formatNumber(waitMs)} ms.`,
    hint: () => "Try again later, or leave the position out to read older rules.",
  }),
  STORE_ID_TAKEN: entry<{ store: string }>({
    title: "Two stores of a rulebook have the same id",
    message: ({ store }) => `Two stores have the id "${store}".`,
    hint: () => "Give each store its own `id`.",
  }),
  STORE_UNSUITABLE: entry<{ store: string; scope: string; stores: readonly string[] }>({
    title: "The store does not hold rules of this scope",
    message: ({ store, scope }) => `The store "${store}" does not hold rules of ${scope} scope here.`,
    hint: ({ stores }) => `Use ${listOr(stores.map((one) => `"${one}"`))}.`,
  }),
  SCOPE_UNSUPPORTED: entry<{ scope: string; scopes: readonly string[] }>({
    title: "No store holds rules of this scope",
    message: ({ scope }) => `There is no rule directory for ${scope} scope.`,
    hint: ({ scopes }) =>
      scopes.length === 0 ? "Add a rule directory." : `Use ${listOr(scopes)} scope, or add a rule directory for this one.`,
  }),
  USER_UNSUITABLE: entry<{ user: string; expected: string }>({
    title: "No store can hold the rules of a user with this id",
    message: ({ user, expected }) =>
      `The rules of the user ${JSON.stringify(user)} cannot be stored in files: the id may only contain ${expected}.`,
    hint: () => "Use another user id, or configure a database (store.sqlite in .precept/config.yaml), which accepts any id.",
  }),
  EMBEDDER_FAILED: entry<{ embedder: string; reason: string; remedy?: string | undefined }>({
    title: "Texts could not be converted to vectors",
    message: ({ embedder, reason }) => `The embedder "${embedder}" failed: ${reason}.`,
    hint: ({ remedy = "Check the model directory or the endpoint." }) => `${remedy} Until then, searches use words only.`,
  }),
  TOKEN_COUNTER_FAILED: entry<{ counter: string; reason: string; remedy: string }>({
    title: "The tokens of rules could not be counted",
    message: ({ counter, reason }) => `The token counter "${counter}" failed: ${reason}.`,
    hint: ({ remedy }) => `${remedy} Or use another counter: \`tokens.counter\` in .precept/config.yaml.`,
  }),
  NO_DATABASE: entry<NoDetails>({
    title: "The project has no database of rules",
    message: () => "There is no database of rules.",
    hint: () => "Set store.sqlite in .precept/config.yaml, and store a rule in it.",
  }),
  SEARCH_MODE_UNAVAILABLE: entry<{ mode: string }>({
    title: "The search mode needs an embedder",
    message: ({ mode }) => `A ${mode} search needs an embedder, and none is configured.`,
    hint: () => "Configure an embedder, or use the mode `sparse` or `hybrid`.",
  }),
  RULEBOOK_CLOSED: entry<NoDetails>({
    title: "The rulebook was disposed of before the call",
    message: () => "The rulebook is closed.",
    hint: () => "Keep the rulebook open (`await using`) for as long as it is used.",
  }),
  SESSION_ENDED: entry<{ session: string }>({
    title: "The session ended before the call",
    message: ({ session }) => `The session "${session}" has ended.`,
    hint: () => "Open a new session.",
  }),
  WORKSPACE_READ_ONLY: entry<NoDetails>({
    title: "The workspace was opened read-only",
    message: () => "The workspace is read-only.",
    hint: () => "Open the workspace without the option `readOnly`.",
  }),
  AUDIT_FIELD_RESERVED: entry<{ field: string }>({
    title: "A record for the audit log has an extra field with a reserved name",
    message: ({ field }) => `The audit log reserves the field name "${field}".`,
    hint: () => "Rename the field in `further`.",
  }),
  NODE_UNSUPPORTED: entry<{ minimum: string; found: string }>({
    title: "This release of Node is too old",
    message: ({ minimum, found }) => `Precept needs Node ${minimum} or newer; this is Node ${found}.`,
    hint: ({ minimum }) => `Install Node ${minimum} or newer.`,
  }),
  SQLITE_MISSING: entry<{ store: string }>({
    title: "SQLite is not available",
    message: ({ store }) =>
      `The store "${store}" needs SQLite: better-sqlite3 is not installed, and this build of Node has no node:sqlite.`,
    hint: () =>
      "Install better-sqlite3 next to Precept (npm install better-sqlite3), or use a build of Node that includes node:sqlite.",
  }),
};
