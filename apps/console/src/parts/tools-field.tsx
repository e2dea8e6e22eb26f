import { changeParams } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";

interface ToolsFieldProps {
  /** The ids of the tools. */
  readonly tools: readonly string[];
  /** What no tools mean. */
  readonly placeholder?: string;
}

/** Tools in the address. Suggests those that the project uses. */
export function ToolsField({ tools, placeholder = "" }: ToolsFieldProps) {
  const detected = useAnswer(() => client.value.project.budget());
  return (
    <div class="field">
      <label for="tools">Tools, separated by commas</label>
      <input
        id="tools"
        list="known-tools"
        autocomplete="off"
        placeholder={placeholder}
        value={tools.join(", ")}
        onChange={({ currentTarget }) => changeParams({ tool: currentTarget.value.split(",").map((one) => one.trim()) })}
      />
      <datalist id="known-tools">
        {detected.value.value?.tools.map(({ tool, title }) => (
          <option key={tool} value={tool}>
            {title}
          </option>
        ))}
      </datalist>
    </div>
  );
}
