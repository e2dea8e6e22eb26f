import { printable } from "@precept/core";
import { changeParams } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { isSnapshot } from "../data/session-state.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { request } from "./request.ts";

/** The tool of the request, and whether to show what it reads itself. A snapshot shows the rules for all tools. */
export function ToolField() {
  return isSnapshot() ? null : <Tools />;
}

function Tools() {
  const detected = useAnswer(() => client.value.project.budget());
  const { tool, isToolView } = request.value;
  const known = detected.value.value?.tools ?? [];
  const isOther = tool !== "" && known.every((one) => one.tool !== tool);
  return (
    <div class="field">
      <label for="tool">Tool</label>
      <span class="buttons">
        <select
          id="tool"
          value={tool}
          onChange={({ currentTarget }) => changeParams({ tool: currentTarget.value, view: undefined })}
        >
          <option value="">All tools</option>
          {known.map((one) => (
            <option key={one.tool} value={one.tool}>
              {one.title}
            </option>
          ))}
          {isOther && <option value={tool}>{printable(tool)}</option>}
        </select>
        {tool !== "" && (
          <select
            aria-label="View"
            value={isToolView ? "tool" : "rules"}
            onChange={({ currentTarget }) => changeParams({ view: currentTarget.value === "tool" ? "tool" : undefined })}
          >
            <option value="rules">What Precept delivers</option>
            <option value="tool">What the tool reads itself</option>
          </select>
        )}
      </span>
    </div>
  );
}
