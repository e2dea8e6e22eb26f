import type { LoginProblem } from "@precept/contract";
import { useSignal } from "@preact/signals";
import { logIn, rememberPage } from "../data/session.ts";
import { session } from "../data/session-state.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { loginProvider } from "../data/login-provider.ts";
import { Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";

/** Why a login with a provider failed. The log of the server has the details, which can be texts of others. */
const problems: Readonly<Record<LoginProblem, string>> = {
  unreachable: "The login provider does not answer, or not as expected. Try again, or log in with a token.",
  denied: "The login provider refused the login.",
  expired: "The login took too long, or was started in another browser. Log in again.",
  invalid: "The answer of the login provider does not belong to this login. Log in again.",
  no_role: "No group of your account may use this server. Ask an administrator of the server for access.",
  no_user: "Your account has no user name that this server accepts. Ask an administrator of the server.",
};

/** Lets a user log in: with the provider of the server, if it has one, or with a token. */
export function Login() {
  const { value } = session;
  const provider = useAnswer(loginProvider);
  const { login_url: address, provider: host } = provider.value.value ?? { login_url: null, provider: null };
  const reason = value.state === "out" ? value.reason : undefined;
  const failure = value.state === "out" ? value.loginProblem : undefined;
  return (
    <main class="login">
      <h1>Precept</h1>
      <Problem message={failure === undefined ? reason : problems[failure]} />
      {address !== null && (
        <p>
          <a class="button primary" href={address} onClick={rememberPage}>
            Log in with <Text value={host ?? "the provider"} />
          </a>
        </p>
      )}
      {address === null ? (
        <TokenForm />
      ) : (
        <details>
          <summary>Log in with a token</summary>
          <TokenForm />
        </details>
      )}
    </main>
  );
}

function TokenForm() {
  const token = useSignal("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void logIn(token.value.trim());
      }}
    >
      <label for="token">Token</label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        required
        value={token.value}
        onInput={(event) => (token.value = event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Log in
      </button>
      <p class="note">
        <code>precept ui</code> prints a link that logs you in. For a server of a team, <code>precept token create</code> creates
        a token.
      </p>
    </form>
  );
}
