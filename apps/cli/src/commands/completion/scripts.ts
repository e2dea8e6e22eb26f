import type { CommandResult } from "../../define.ts";
import type { Shell } from "./shells.ts";

/** The script for a shell. Each calls `precept complete` with the command line up to the cursor. */
export function printScript(shell: Shell): CommandResult {
  return { json: undefined, isVerbatim: true, text: () => scripts[shell] };
}

const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of precept for bash. To load it: source <(precept completion bash)
_precept() {
  local line=\${COMP_LINE:0:COMP_POINT}
  local word=\${line##*[[:space:]]}
  # bash replaces only the text after the last ":" or "=".
  local before=\${word%"\${word##*[:=]}"}
  local value
  COMPREPLY=()
  while IFS= read -r value; do
    if [[ $value == :files ]]; then
      compopt -o default 2>/dev/null
      continue
    fi
    value=\${value%%$'\\t'*}
    value=\${value#"$before"}
    if [[ $value == *[!A-Za-z0-9_./,:=@%+-]* && $word != [\\"\\']* ]]; then
      printf -v value %q "$value"
    fi
    COMPREPLY+=("$value")
  done < <(precept complete "$line" 2>/dev/null)
}
complete -F _precept precept
`,
  zsh: `#compdef precept
# Completion of precept for zsh. To load it: source <(precept completion zsh)
_precept() {
  local -a candidates
  local value description
  local files=false
  while IFS=$'\\t' read -r value description; do
    if [[ $value == :files ]]; then
      files=true
      continue
    fi
    candidates+=("\${value//:/\\\\:}:$description")
  done < <(precept complete "\${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
  (( $#candidates )) && _describe precept candidates
  if $files; then
    compset -P '--*='
    _files
  fi
}
if [[ $funcstack[1] == _precept ]]; then _precept "$@"; else compdef _precept precept; fi
`,
  fish: `# Completion of precept for fish. To load it: precept completion fish | source
function __precept_complete
  set -l values (precept complete (commandline --current-process --cut-at-cursor) 2>/dev/null)
  if contains -- :files $values
    set -l token (commandline --current-token --cut-at-cursor)
    __fish_complete_path (string replace --regex '^--[^=]*=' '' -- $token)
  else
    string join \\n -- $values
  end
end
complete --command precept --no-files --arguments '(__precept_complete)'
`,
};
