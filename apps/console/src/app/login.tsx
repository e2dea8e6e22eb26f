import { useSignal } from "@preact/signals";
import { logIn } from "../data/session.ts";
import { session } from "../data/session-state.ts";
import { Problem } from "../parts/section.tsx";

/** Asks for a token. */
export function Login() {
  const token = useSignal("");
  const { value } = session;
  return (
    <main class="login">
      <h1>Precept</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void logIn(token.value.trim());
        }}
      >
        <Problem message={value.state === "out" ? value.reason : undefined} />
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
          <code>precept ui</code> prints a link that logs you in. For a server of a team, <code>precept token create</code>{" "}
          creates a token.
        </p>
      </form>
    </main>
  );
}
