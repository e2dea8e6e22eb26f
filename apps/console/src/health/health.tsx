import { formatNumber } from "@precept/core";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { LongList } from "../parts/long-list.tsx";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text, TextBlock } from "../parts/text.tsx";
import { Traces } from "./traces.tsx";

/** The problems of the project, where its rules come from, and its settings as they took effect. */
export function Health() {
  const settings = useAnswer(() => client.value.project.settings());
  const problems = useAnswer(() => client.value.project.diagnostics());
  const found = problems.value.value?.diagnostics;
  const { value, problem } = settings.value;
  return (
    <>
      <Problem message={problem ?? problems.value.problem} />
      {found !== undefined && (
        <Section title="Problems" detail={found.length} tone={found.length === 0 ? "good" : "warn"}>
          {found.length === 0 && <Empty>Nothing is wrong with rule files, policies and the configuration.</Empty>}
          <LongList items={found} class="rows">
            {({ code, severity, message, hint, file, line }) => (
              <li key={`${code} ${file ?? ""} ${line ?? ""} ${message}`}>
                <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge> <Text value={message} />
                <span class="meta">
                  {file !== null && <Text value={line === null ? file : `${file}:${line}`} />}
                  {hint !== null && <Text value={hint} />}
                  <code>{code}</code>
                </span>
              </li>
            )}
          </LongList>
        </Section>
      )}
      <Traces />
      {value !== undefined && (
        <>
          <Section title="Stores" detail={countOf(value.stores.length, "store")}>
            <ul class="rows">
              {value.stores.map(({ id, rules }) => (
                <li key={id}>
                  <strong>{id}</strong> <span class="why">{countOf(rules, "rule")}</span>
                </li>
              ))}
            </ul>
          </Section>
          <Section
            title="Caches and engines"
            detail={value.engines.length === 0 ? "no engines are configured" : value.engines.length}
          >
            <ul class="rows">
              {value.caches.map(({ name, hits, misses, rules }) => (
                <li key={name}>
                  <strong>{name === "memory" ? "Memory of the server" : "Shared cache"}</strong>{" "}
                  <span class="why">
                    {countOf(hits, "hit")}, {countOf(misses, "miss", "misses")}
                    {rules !== null && `, ${countOf(rules, "rule")} in memory`}
                  </span>
                </li>
              ))}
              {value.engines.map(({ name, status, detail }) => (
                <li key={name}>
                  <Badge tone={status === "ready" ? "good" : "bad"}>{status}</Badge> <strong>{name}</strong>{" "}
                  <span class="why">
                    <Text value={detail ?? ""} />
                  </span>
                </li>
              ))}
            </ul>
          </Section>
          <Section title="Places of rule files" detail={`${formatNumber(value.rule_directories.length)} are searched`}>
            <details>
              <summary>Show all, also those that do not exist</summary>
              <LongList items={value.rule_directories} class="rows">
                {({ directory, scope, dialect, base }) => (
                  <li key={`${directory} ${dialect} ${base ?? ""}`}>
                    <Text value={directory} />{" "}
                    <span class="why">
                      {dialect}, {scope}
                      {base === null ? "" : `, for ${base}`}
                    </span>
                  </li>
                )}
              </LongList>
            </details>
          </Section>
          <Section title="Settings" detail={value.trusted ? "the project is trusted" : "the project is not trusted"}>
            <h3>From the configuration of the project</h3>
            <TextBlock value={JSON.stringify(value.configured, null, 2)} label="Configuration" />
            <h3>In effect</h3>
            <TextBlock value={JSON.stringify(value.effective, null, 2)} label="Settings in effect" />
          </Section>
        </>
      )}
    </>
  );
}
