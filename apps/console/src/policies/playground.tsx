import type { CheckAnswer } from "@precept/contract";
import { useComputed } from "@preact/signals";
import { changeParams, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";

/** What a text can be, as the list shows it. */
const kinds = { command: "A shell command", file: "A file", text: "A text" } as const;

type Kind = keyof typeof kinds;

function kindOf(text: string | null): Kind {
  return text === "file" || text === "text" ? text : "command";
}

/** Checks a text that the user types, policy by policy. Nothing is counted, logged or stopped. */
export function Playground() {
  const input = useComputed(() => {
    const { params } = pageLocation.value;
    return { kind: kindOf(params.get("kind")), text: params.get("text") ?? "", path: params.get("path") ?? "" };
  });
  const checked = useLoaded(() => (input.value.text === "" ? undefined : input.value), check);
  const { kind, text, path } = input.value;
  const { value, problem } = checked.value;
  return (
    <Section title="Playground" detail="nothing is counted, logged or stopped">
      <form class="playground" onSubmit={(event) => event.preventDefault()}>
        <select
          aria-label="What it is"
          value={kind}
          onChange={({ currentTarget }) => changeParams({ kind: currentTarget.value })}
        >
          {Object.entries(kinds).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        {kind === "file" && (
          <input
            class="code"
            aria-label="Path of the file"
            placeholder="src/cart.ts"
            value={path}
            onInput={({ currentTarget }) => changeParams({ path: currentTarget.value })}
          />
        )}
        <textarea
          class="code"
          aria-label="Text to check"
          rows={kind === "command" ? 2 : 6}
          spellcheck={false}
          placeholder={kind === "command" ? "git push --force" : ""}
          value={text}
          onInput={({ currentTarget }) => changeParams({ text: currentTarget.value })}
        />
      </form>
      <Problem message={problem} />
      {text !== "" && value !== undefined && <Steps answer={value} />}
    </Section>
  );
}

function check({
  kind,
  text,
  path,
}: {
  readonly kind: Kind;
  readonly text: string;
  readonly path: string;
}): Promise<CheckAnswer> {
  const subject = kind === "file" ? { text, file: path === "" ? "file.txt" : path } : { text, kind };
  return client.value.policies.check({ subjects: [subject], explain: true });
}

function Steps({ answer }: { readonly answer: CheckAnswer }) {
  const { action, violations, accepted, shadowed, passed, skipped } = answer;
  const groups = [
    ["Violated", violations, "bad"],
    ["In shadow mode", shadowed, "warn"],
    ["Accepted", accepted, "quiet"],
  ] as const;
  return (
    <div class="steps" aria-live="polite">
      <p>
        Decision: <Badge tone={action === "PASS" ? "good" : "bad"}>{action}</Badge>
      </p>
      {groups.map(
        ([title, found, tone]) =>
          found.length > 0 && (
            <ul key={title} class="rows" aria-label={title}>
              {found.map((one) => (
                <li key={`${one.rule_id} ${one.fingerprint}`}>
                  <Badge tone={tone}>{title}</Badge> <strong>{one.rule_id}</strong> <Text value={one.message} />
                  <span class="meta">
                    <span>
                      {one.handler}, {one.priority}
                    </span>
                    {one.line !== null && (
                      <span>
                        line {one.line}, column {one.column}
                      </span>
                    )}
                    <code>
                      <Text value={one.excerpt} />
                    </code>
                    {one.suggestion !== null && <Text value={one.suggestion} />}
                  </span>
                </li>
              ))}
            </ul>
          ),
      )}
      {violations.length + shadowed.length + accepted.length === 0 && <Empty>No policy is violated.</Empty>}
      {passed.length > 0 && (
        <details>
          <summary>{countOf(passed.length, "policy was", "policies were")} checked and not violated</summary>
          <p class="summary">{passed.join(", ")}</p>
        </details>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{countOf(skipped.length, "policy was", "policies were")} skipped</summary>
          <ul class="rows">
            {skipped.map((one) => (
              <li key={`${one.rule_id} ${one.reason}`}>
                <strong>{one.rule_id}</strong>{" "}
                <span class="why">
                  <Text value={`${one.reason}: ${one.detail}`} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
