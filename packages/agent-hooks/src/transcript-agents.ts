/** The agents whose transcripts are read. */
export const transcriptAgents = ["claude-code", "codex"] as const;

export type TranscriptAgent = (typeof transcriptAgents)[number];
