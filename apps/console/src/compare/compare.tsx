import { formatNumber } from "@precept/core";
import { useComputed, useSignal } from "@preact/signals";
import { pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer, useLoaded } from "../data/use-loaded.ts";
import { FileField } from "../explain/file-field.tsx";
import { Badge } from "../parts/badge.tsx";
import { Empty, Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { ToolsField } from "../parts/tools-field.tsx";

const tones: Readonly<Record<string, string>> = { read: "good", cut: "warn", dropped: "bad" };

/** How many rules are shown at first. More would make the page slow. */
const firstRows = 200;

/** What tools read from the project for a request, side by side. */
export function Compare() {
  const detected = useAnswer(() => client.value.project.budget());
  const tools = useComputed(() => {
    const named = pageLocation.value.params.getAll("tool");
    return named.length > 0 ? named : (detected.value.value?.tools ?? []).slice(0, 2).map(({ tool }) => tool);
  });
  const compared = useLoaded(
    () => (tools.value.length === 0 ? undefined : { tools: tools.value, files: pageLocation.value.params.getAll("file") }),
    (request) => client.value.project.compareTools(request),
  );
  const { value, problem } = compared.value;
  const maxRows = useSignal(firstRows);
  const shown = value?.rules.slice(0, maxRows.value) ?? [];
  return (
    <>
      <form class="request" onSubmit={(event) => event.preventDefault()}>
        <FileField />
        <ToolsField detected={detected.value.value?.tools} tools={tools.value} />
      </form>
      <Problem message={problem ?? detected.value.problem} />
      {tools.value.length === 0 && detected.value.value !== undefined && (
        <Empty>The project has no files of other tools. Name tools to compare what they would read.</Empty>
      )}
      {value !== undefined && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Comparison of tools">
          {/* The roles remain where a narrow window shows rows as blocks. */}
          <table class="compare" role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th scope="col" role="columnheader">
                  Rule or file
                </th>
                {value.tools.map((tool) => (
                  <th key={tool} scope="col" role="columnheader">
                    {tool}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {shown.map((row) => {
                const isDifferent = row.conditions_differ || new Set(row.cells.map(({ status }) => status)).size > 1;
                return (
                  <tr key={row.id ?? row.name} class={isDifferent ? "different" : ""} role="row">
                    <th scope="row" role="rowheader">
                      <Text value={row.name} />
                      {row.conditions_differ && <Badge tone="warn">different conditions</Badge>}
                    </th>
                    {row.cells.map((cell) => (
                      <td key={cell.tool} role="cell">
                        <span class="tool" aria-hidden="true">
                          {cell.tool}{" "}
                        </span>
                        <Badge tone={tones[cell.status] ?? "quiet"}>{cell.status}</Badge>
                        <div class="meta">
                          {cell.condition !== null && <Text value={cell.condition} />}
                          {cell.reason !== null && <Text value={cell.reason} />}
                          {cell.paths.map((path) => (
                            <Text key={path} value={path} />
                          ))}
                        </div>
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
          {value.rules.length > maxRows.value && (
            <button type="button" class="show-all" onClick={() => (maxRows.value = Infinity)}>
              Show all {formatNumber(value.rules.length)}
            </button>
          )}
        </div>
      )}
    </>
  );
}
