/** The tool of the request, and whose view is shown. */
export function ToolField() {
  return null;
}
