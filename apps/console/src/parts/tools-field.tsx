import { changeParams } from "../data/location.ts";

interface ToolsFieldProps {
  /** The tools that the project uses, as suggestions. */
  readonly detected: readonly { readonly tool: string; readonly title: string }[] | undefined;
  /** The ids of the tools. */
  readonly tools: readonly string[];
  /** What no tools mean. */
  readonly placeholder?: string;
}

/** Tools in the address. Suggests those that the project uses. */
export function ToolsField({ detected, tools, placeholder = "" }: ToolsFieldProps) {
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
        {detected?.map(({ tool, title }) => (
          <option key={tool} value={tool}>
            {title}
          </option>
        ))}
      </datalist>
    </div>
  );
}
