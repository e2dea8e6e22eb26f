/** The argument that stands for all agents of the project. */
export const detected = "detected";

export interface InstallOptions {
  readonly global?: boolean;
  readonly command?: string;
  readonly dryRun?: boolean;
  readonly mcp?: boolean;
  readonly hooks?: boolean;
}
