import { readFile, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { createMemoryState, PreceptError } from "@precept/core";
import { anyCodePoint, createProject, eachLine, startScript, type Project } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { addToken, readTokens, removeToken } from "./manage-tokens.ts";
import { createTokenAuthenticator, type TokenAuthenticator } from "./token-authenticator.ts";
import { formatTokenFile, parseTokenFile, type TokenRecord } from "./token-record.ts";
import { sharedTokens } from "./token-store.ts";
import { createToken, formatToken, hashSecret, parseToken } from "./token.ts";

const file = "server/tokens.json";

async function openTokens(
  project: Project,
  options: { readonly onInvalid?: (error: PreceptError) => void } = {},
): Promise<TokenAuthenticator> {
  const authenticator = await createTokenAuthenticator({ path: join(project.dir, file), interval: 10, ...options });
  onTestFinished(() => authenticator[Symbol.asyncDispose]());
  return authenticator;
}

/**
 * Replaces the token file in one step. A plain write has a moment with an empty file, which a slow machine can make two
 * intervals long.
 */
async function replace(project: Project, content: string): Promise<void> {
  await project.write(`${file}.new`, content);
  await rename(join(project.dir, `${file}.new`), join(project.dir, file));
}

/** The reason why a header is not accepted, or the id of its token. */
async function outcomeOf(authenticator: TokenAuthenticator, header: string | undefined): Promise<string | undefined> {
  try {
    return (await authenticator.authenticate(header)).tokenId;
  } catch (error) {
    if (PreceptError.is(error, "UNAUTHENTICATED")) return error.details.reason;
    throw error;
  }
}

function recordOf(fields: Partial<TokenRecord> = {}): TokenRecord {
  return {
    id: "0123456789",
    hash: "0".repeat(64),
    user: "ann",
    role: "reader",
    projects: "all",
    created_at: "2026-01-01T00:00:00Z",
    expires_at: null,
    note: "",
    ...fields,
  };
}

const records = fc.record({
  id: fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{10}$/),
  hash: fc.stringMatching(/^[0-9a-f]{64}$/),
  user: fc.stringMatching(/^\w[\w.@+-]{0,20}$/),
  role: fc.constantFrom("reader" as const, "editor" as const, "admin" as const),
  projects: fc.oneof(fc.constant("all" as const), fc.array(fc.string({ minLength: 1, unit: anyCodePoint }), { maxLength: 3 })),
  created_at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") }).map((date) => date.toISOString()),
  expires_at: fc.constantFrom(null, "2030-01-01T00:00:00.000Z"),
  note: fc.string({ unit: anyCodePoint }),
});

describe("tokens", () => {
  it("have the form precept_<id>_<secret>, and 256 random bits", () => {
    for (let at = 0; at < 200; at += 1) {
      const token = createToken();
      expect(parseToken(formatToken(token))).toEqual(token);
      expect(Buffer.from(token.secret, "base64url")).toHaveLength(32);
    }
  });

  it("of any other form are no tokens", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), (text) => {
        expect(parseToken(text)).toBeUndefined();
        expect(parseToken(`${formatToken(createToken())}${text === "" ? "x" : text}`)).toBeUndefined();
      }),
    );
  });
});

describe("the token file", () => {
  it("keeps all records as they are", () => {
    fc.assert(
      fc.property(fc.uniqueArray(records, { selector: ({ id }) => id, maxLength: 5 }), (tokens) => {
        expect(parseTokenFile(formatTokenFile(tokens))).toEqual({ tokens });
      }),
    );
  });

  it("is only readable for the user, in a private directory, and contains no secret", async () => {
    const project = await createProject();
    const { token } = await addToken(join(project.dir, file), {
      user: "ann",
      role: "editor",
      projects: ["shop"],
      note: "laptop",
    });
    expect((await stat(join(project.dir, file))).mode & 0o777).toBe(0o600);
    expect((await stat(join(project.dir, "server"))).mode & 0o777).toBe(0o700);
    const text = await readFile(join(project.dir, file), "utf8");
    const { id = "", secret = "" } = parseToken(token) ?? {};
    expect(text).toContain(id);
    expect(text).not.toContain(secret);
    expect(await readTokens(join(project.dir, file))).toMatchObject([
      { id, hash: hashSecret(secret).toString("hex"), user: "ann", role: "editor", projects: ["shop"], expires_at: null },
    ]);
  });

  it.each<[string, string]>([
    ["no JSON", "{"],
    ["another version", '{"version":2,"tokens":[]}'],
    ["an unknown field", JSON.stringify({ version: 1, tokens: [{ ...recordOf(), secret: "x" }] })],
    ["an unknown role", JSON.stringify({ version: 1, tokens: [{ ...recordOf(), role: "root" }] })],
    ["a user that is a path", JSON.stringify({ version: 1, tokens: [recordOf({ user: "../ann" })] })],
    ["two tokens with an id", formatTokenFile([recordOf(), recordOf()])],
    ["a time that is none", formatTokenFile([recordOf({ expires_at: "soon" })])],
  ])("is not changed if it has %s", async (_, text) => {
    const project = await createProject({ [file]: text });
    const path = join(project.dir, file);
    await expect(addToken(path, { user: "ann", role: "reader" })).rejects.toMatchObject({ code: "TOKEN_FILE_INVALID" });
    await expect(createTokenAuthenticator({ path })).rejects.toMatchObject({ code: "TOKEN_FILE_INVALID" });
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it.each(["", "..", "a/b", "a b", "-a", "a\0"])("gets no token for the user %j", async (user) => {
    const project = await createProject();
    await expect(addToken(join(project.dir, file), { user, role: "reader" })).rejects.toMatchObject({
      code: "OPTION_VALUE_INVALID",
      details: { option: "user" },
    });
    expect(await readdir(project.dir)).toEqual([]);
  });

  it("names no secret in an error about an unknown token", async () => {
    const project = await createProject();
    const { id, secret } = createToken();
    const failure = await removeToken(join(project.dir, file), `precept_${id}_${secret}`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "TOKEN_UNKNOWN", details: { id } });
    const mistyped = await removeToken(join(project.dir, file), `precept_${id}_${secret}x`).catch((error: unknown) => error);
    expect(JSON.stringify(mistyped)).not.toContain(secret.slice(0, 10));
  });

  it("loses nothing if four processes create and revoke tokens", async () => {
    const project = await createProject();
    const path = join(project.dir, file);
    const script = `
      import { addToken, readTokens, removeToken } from "./manage-tokens.ts";
      const [path, user] = process.argv.slice(2);
      for (let at = 0; at < 10; at += 1) {
        const { record } = await addToken(path, { user, role: "reader" });
        if (at % 2 === 1) await removeToken(path, record.id);
        else console.log(record.id);
      }`;
    const remaining: string[] = [];
    await Promise.all(
      ["a", "b", "c", "d"].map((user) =>
        eachLine(startScript(script, { cwd: import.meta.dirname, args: [path, user] }), (id) => void remaining.push(id)),
      ),
    );
    expect(remaining).toHaveLength(20);
    expect((await readTokens(path)).map(({ id }) => id).toSorted()).toEqual(remaining.toSorted());
    expect(await readdir(join(project.dir, "server"))).toEqual([".gitignore", "tokens.json"]);
  });
});

describe("createTokenAuthenticator", () => {
  it("accepts the tokens of the file, and says what is wrong with others", async () => {
    const project = await createProject();
    const { token, record } = await addToken(join(project.dir, file), { user: "ann", role: "editor", projects: ["shop"] });
    const authenticator = await openTokens(project);
    expect(await authenticator.authenticate(`Bearer ${token}`)).toMatchObject({
      tokenId: record.id,
      user: "ann",
      role: "editor",
      projects: ["shop"],
    });
    expect(await outcomeOf(authenticator, `bearer  ${token} `)).toBe(record.id);
    expect(await outcomeOf(authenticator, undefined)).toBe("missing");
    expect(await outcomeOf(authenticator, `Basic ${token}`)).toBe("invalid");
    expect(await outcomeOf(authenticator, `Bearer ${token}, Bearer ${token}`)).toBe("invalid");
    expect(await outcomeOf(authenticator, `Bearer precept_${record.id}_${createToken().secret}`)).toBe("invalid");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCodePoint }), async (text) => {
        expect(await outcomeOf(authenticator, `Bearer ${text}`)).toBe("invalid");
      }),
    );
  });

  it("refuses a secret that differs in one character", async () => {
    const project = await createProject();
    const { token } = await addToken(join(project.dir, file), { user: "ann", role: "reader" });
    const authenticator = await openTokens(project);
    for (let at = token.length - 43; at < token.length; at += 1) {
      const other = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect(await outcomeOf(authenticator, `Bearer ${other}`)).toBe("invalid");
    }
  });

  it("refuses expired tokens, and only tells clients that know the secret", async () => {
    const { id, secret } = createToken();
    const hash = hashSecret(secret).toString("hex");
    const project = await createProject({
      [file]: formatTokenFile([recordOf({ id, hash, expires_at: "2026-01-01T00:00:00Z" })]),
    });
    const authenticator = await openTokens(project);
    expect(await outcomeOf(authenticator, `Bearer ${formatToken({ id, secret })}`)).toBe("expired");
    expect(await outcomeOf(authenticator, `Bearer precept_${id}_${createToken().secret}`)).toBe("invalid");
  });

  it("notices created, changed and revoked tokens, and ends the principals of the last two", async () => {
    const project = await createProject();
    const path = join(project.dir, file);
    const authenticator = await openTokens(project);
    const [unchanged, changed, revoked] = await Promise.all(
      ["ann", "bob", "eve"].map((user) => addToken(path, { user, role: "reader" })),
    );
    if (unchanged === undefined || changed === undefined || revoked === undefined) throw new Error("missing");
    await vi.waitFor(() => expect(authenticator.size).toBe(3));
    const principals = await Promise.all(
      [unchanged, changed, revoked].map(async ({ token }) => authenticator.authenticate(`Bearer ${token}`)),
    );
    await removeToken(path, revoked.record.id);
    const text = await readFile(path, "utf8");
    await project.write(file, text.replace(/("user": "bob",\s+"role": )"reader"/, '$1"admin"'));
    await vi.waitFor(() => expect(principals.map(({ ended }) => ended?.aborted)).toEqual([false, true, true]));
    expect(await outcomeOf(authenticator, `Bearer ${revoked.token}`)).toBe("invalid");
    expect(await authenticator.authenticate(`Bearer ${changed.token}`)).toMatchObject({ role: "admin" });
  });

  it("ends the principals of expired tokens", async () => {
    const project = await createProject();
    const expiresAt = new Date(Date.now() + 200);
    const { token } = await addToken(join(project.dir, file), { user: "ann", role: "reader", expiresAt });
    const authenticator = await openTokens(project);
    const { ended } = await authenticator.authenticate(`Bearer ${token}`);
    await vi.waitFor(() => expect(ended?.aborted).toBe(true));
    expect(await outcomeOf(authenticator, `Bearer ${token}`)).toBe("expired");
  });

  it("keeps the last good tokens of a file that was broken by hand, and reports it once", async () => {
    const project = await createProject();
    const path = join(project.dir, file);
    const { token, record } = await addToken(path, { user: "ann", role: "reader" });
    const reports: PreceptError[] = [];
    const authenticator = await openTokens(project, { onInvalid: (error) => void reports.push(error) });
    const good = await readFile(path, "utf8");
    await replace(project, good.replace("tokens", "token"));
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    expect(reports[0]).toMatchObject({ code: "TOKEN_FILE_INVALID" });
    expect(JSON.stringify(reports)).not.toContain(record.hash);
    expect(await outcomeOf(authenticator, `Bearer ${token}`)).toBe(record.id);
    await replace(project, formatTokenFile([]));
    await vi.waitFor(async () => expect(await outcomeOf(authenticator, `Bearer ${token}`)).toBe("invalid"));
    expect(reports).toHaveLength(1);
  });

  it("accepts no token if the file is deleted", async () => {
    const project = await createProject();
    const { token } = await addToken(join(project.dir, file), { user: "ann", role: "reader" });
    const authenticator = await openTokens(project);
    await project.remove(file);
    await vi.waitFor(async () => expect(await outcomeOf(authenticator, `Bearer ${token}`)).toBe("invalid"));
  });
});

describe("tokens in state that servers share", () => {
  it("count at all servers within a second, and end there when one is revoked", async () => {
    await using state = createMemoryState({ now: () => performance.now() });
    const open = () => createTokenAuthenticator({ path: sharedTokens(state), interval: 5 });
    await using one = await open();
    await using other = await open();
    expect(one.size).toBe(0);
    const [{ token, record }] = await Promise.all([
      addToken(sharedTokens(state), { user: "ada", role: "editor" }),
      addToken(sharedTokens(state), { user: "bob", role: "reader" }),
    ]);
    await vi.waitFor(() => expect([one.size, other.size]).toEqual([2, 2]));
    const { ended } = await other.authenticate(`Bearer ${token}`);
    expect(await readTokens(sharedTokens(state))).toHaveLength(2);
    expect(JSON.stringify([...(await state.records("tokens", "").read())])).not.toContain(token.slice(-43));
    await removeToken(sharedTokens(state), token);
    await vi.waitFor(() => expect(ended?.aborted).toBe(true));
    await expect(removeToken(sharedTokens(state), record.id)).rejects.toMatchObject({ code: "TOKEN_UNKNOWN" });
  });
});
