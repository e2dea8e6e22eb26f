import { describe, expect, it } from "vitest";
import { checkText } from "./check-text.ts";

/** Joined from parts, so that secret scanners do not report this file. */
const join = (...parts: readonly string[]): string => parts.join("");
const chance = "q8Zt2Lm9Xv4Rb7Nw3Kc6Yp1Dh5Js0Gf8Ta2Ue";

const secrets: readonly (readonly [kind: string, text: string])[] = [
  ["an AWS access key", join("AKIA", "Z7Q2M4N6P5R3T5V7")],
  ["a private key", join("-----BEGIN RSA ", "PRIVATE KEY-----\n", "MIIEpAIBAAKCAQEA".repeat(5))],
  ["a GitHub token", join("ghp", "_", chance.slice(0, 36))],
  ["a GitLab token", join("glpat", "-", chance.slice(0, 20))],
  ["a Slack token", join("xox", "b-", "2048-4096-", chance.slice(0, 24))],
  ["a Slack webhook", join("https://hooks.slack.com", "/services/T0AB1CD2E/B0AB1CD2E/", chance.slice(0, 24))],
  ["a Stripe key", join("sk", "_live_", chance.slice(0, 24))],
  ["an npm token", join("npm", "_", chance.slice(0, 36))],
  ["an OpenAI key", join("sk", "-proj-", chance, chance.slice(0, 10))],
  ["an Anthropic key", join("sk", "-ant-api03-", chance, chance)],
  ["a Google API key", join("AI", "za", chance.slice(0, 35))],
  ["a Hugging Face token", join("hf", "_", chance.slice(0, 36))],
  ["a SendGrid key", join("SG", ".", chance.slice(0, 22), ".", chance, chance.slice(0, 6))],
  ["a JSON web token", join("ey", "JhbGciOiJIUzI1NiJ9.", "ey", "JpZCI6NDJ9MTIz.", chance)],
  ["a password in an address", join("postgres://app:", chance.slice(0, 16), "@db.internal/app")],
  ["a secret", join("api_key = ", `"${chance.slice(0, 24)}"`)],
  ["a secret", join("password: ", chance.slice(0, 20))],
];

describe("secrets", () => {
  it.each(secrets)("finds %s, and redacts it", (kind, text) => {
    const [first, ...others] = checkText(`Text.\n\nUse ${text} here.`, "a.md");
    expect(first).toMatchObject({ code: "text/secret", line: 3 });
    expect(first?.message).toContain(`This looks like ${kind}: `);
    expect(first?.message).not.toContain(chance.slice(0, 8));
    expect(others).toEqual([]);
  });

  const plain = "aZ".repeat(40);
  it.each([
    ["an AWS access key", join("AKIA", "Z".repeat(16))],
    ["a GitLab token", join("glpat", "-", plain.slice(0, 20))],
    ["a Slack token", join("xox", "b-", "1-", plain.slice(0, 24))],
    ["a Slack webhook", join("https://hooks.slack.com", "/services/TAZAZAZAZ/BAZAZAZAZ/", plain.slice(0, 24))],
    ["a Stripe key", join("sk", "_live_", plain.slice(0, 24))],
    ["an npm token", join("npm", "_", plain.slice(0, 36))],
    ["an OpenAI key", join("sk", "-proj-", plain)],
    ["an Anthropic key", join("sk", "-ant-api03-", plain)],
    ["a Google API key", join("AI", "za", plain.slice(0, 35))],
    ["a Hugging Face token", join("hf", "_", plain.slice(0, 36))],
    ["a SendGrid key", join("SG", ".", plain.slice(0, 22), ".", plain.slice(0, 43))],
    ["a password in an address", join("postgres://app:", plain.slice(0, 16), "@db.internal/app")],
    ["a secret", join("password: ", plain.slice(0, 20))],
  ])("does not take a text without random characters for %s", (_, text) => {
    expect(checkText(`Text.\n\nUse ${text} here.`, "a.md")).toEqual([]);
  });

  it("shows at most four characters of a secret, and a quarter of a short one", () => {
    const messageOf = (text: string): string | undefined => checkText(text, "a.md")[0]?.message;
    expect(messageOf(`password: ${chance}`)).toBe("This looks like a secret: q8Zt… (37 characters).");
    expect(messageOf(join("redis://app:q8Zt2Lm9Xv4", "@db/1"))).toBe(
      "This looks like a password in an address: q8… (11 characters).",
    );
    expect(messageOf(join("-----BEGIN ", "PRIVATE KEY-----\n", "MIIEpAIBAAKCAQEA".repeat(5)))).toBe(
      "This looks like a private key: -----BEGIN PRIVATE KEY-----… (108 characters).",
    );
  });

  it("locates the secret, not its key", () => {
    expect(checkText(`password: ${chance}`, "a.md")).toMatchObject([{ line: 1, column: 11, endColumn: 48 }]);
  });

  it.each([
    "password: your-password-here-please",
    "API_KEY=process.env.API_KEY_FOR_THE_SERVER",
    "api_key: <insert the key of the account>",
    "Set `client_secret: ${CLIENT_SECRET_FROM_VAULT}`.",
    join("AKIA", "IOSFODNN7EXAMPLE"),
    "token: xxxxxxxxxxxxxxxxxxxxxxxx",
    "secret = changeme_changeme_123",
    "The sha256 is 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.",
    "access_token: string_of_the_user_session",
    "postgres://user:password@localhost/app",
    "Tokens begin with `ghp_` or `sk-`.",
    "-----BEGIN PRIVATE KEY----- marks a key.",
    "secret_key_base: read-from-the-environment-1",
  ])("accepts %s", (text) => {
    expect(checkText(text)).toEqual([]);
  });
});
