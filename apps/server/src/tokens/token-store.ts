import { PreceptError, type SharedState } from "@precept/core";
import { changeTokenFile, parseTokens, readTokenContent } from "./token-file.ts";
import { formatTokenFile, type TokenRecord } from "./token-record.ts";

/** Where the tokens of a server are stored. */
export interface TokenStore {
  /** Reads the tokens as the text of a token file. Undefined if there are none yet. @throws PreceptError `TOKEN_FILE_INVALID`, `STORE_FAILED` */
  read(): Promise<Buffer | undefined>;
  /** Parses what `read` returned. @throws PreceptError `TOKEN_FILE_INVALID` */
  parse(content: Buffer | undefined): readonly TokenRecord[];
  /**
   * Replaces the tokens, unless `change` throws. Concurrent changes of processes happen one after the other.
   * @throws PreceptError `TOKEN_FILE_INVALID`, `STORE_FAILED`
   */
  change(change: (tokens: readonly TokenRecord[]) => readonly TokenRecord[]): Promise<void>;
}

/** Tokens in a file, which need not exist. Only the user can read it. */
export function fileTokens(path: string): TokenStore {
  return {
    read: () => readTokenContent(path),
    parse: (content) => parseTokens(path, content),
    change: (change) => changeTokenFile(path, change),
  };
}

/** The group of all tokens. */
const group = "tokens";

/** Tokens in the state that servers share, one record for each. */
export function sharedTokens(state: SharedState): TokenStore {
  const records = state.records("tokens", "");
  return {
    async read() {
      const stored = [...(await records.read([group])).values()];
      return stored.length === 0 ? undefined : Buffer.from(joined(stored.map(({ value }) => value)));
    },
    parse: parseShared,
    async change(change) {
      await records.update([group], (stored) => {
        const tokens = parseShared(Buffer.from(joined([...stored.values()].map(({ value }) => value))));
        const changed = change(tokens).map((token) => [token.id, { group, value: JSON.stringify(token) }] as const);
        return { entries: new Map(changed), result: undefined };
      });
    },
  };
}

function parseShared(content: Buffer | undefined): readonly TokenRecord[] {
  return parseTokens("the shared state", content);
}

/** The text of a token file. @param records the records as JSON. */
function joined(records: readonly string[]): string {
  try {
    return formatTokenFile(records.map((record) => JSON.parse(record) as TokenRecord));
  } catch {
    throw new PreceptError("TOKEN_FILE_INVALID", { path: "the shared state", reason: "a record is not valid JSON" });
  }
}
