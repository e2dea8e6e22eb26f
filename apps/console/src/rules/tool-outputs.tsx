import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { Badge } from "../parts/badge.tsx";
import { Section } from "../parts/section.tsx";
import { Text, TextBlock } from "../parts/text.tsx";

type ToolOutput = RouteOutput<ProjectRoutes["validateRule"]>["outputs"][number];

/** What each tool of the project would get of a rule: whether it applies in the same cases, and the file that an export writes. */
export function ToolOutputs({ outputs }: { readonly outputs: readonly ToolOutput[] }) {
  if (outputs.length === 0) return null;
  return (
    <Section title="In the tools of the project" detail={outputs.length}>
      <ul class="rows">
        {outputs.map(({ tool, title, exact, notes, files }) => (
          <li key={tool}>
            <details>
              <summary>
                <strong>{title}</strong>{" "}
                {exact && notes.length === 0 ? (
                  <Badge tone="good">whole</Badge>
                ) : (
                  <Badge tone={exact ? "quiet" : "warn"}>{exact ? "without some fields" : "applies in other cases"}</Badge>
                )}
                <span class="meta">
                  <Text value={notes.join(" ")} />
                </span>
              </summary>
              {files.map(({ path, content }) => (
                <div key={path}>
                  <p class="summary">
                    <Text value={path} />
                  </p>
                  <TextBlock value={content} label={`${title}: ${path}`} />
                </div>
              ))}
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
