import { changeParams } from "../data/location.ts";
import { FileField } from "./file-field.tsx";
import { request } from "./request.ts";
import { ToolField } from "./tool-field.tsx";

/** The fields of the request. Each change is in the address of the page immediately. */
export function RequestForm() {
  const { prompt } = request.value;
  return (
    <form class="request" onSubmit={(event) => event.preventDefault()}>
      <FileField />
      <div class="field prompt">
        <label for="prompt">Prompt</label>
        <textarea
          id="prompt"
          rows={1}
          placeholder="fix the cart, use @security-review"
          value={prompt}
          onInput={({ currentTarget }) => changeParams({ prompt: currentTarget.value })}
        />
      </div>
      <ToolField />
    </form>
  );
}
