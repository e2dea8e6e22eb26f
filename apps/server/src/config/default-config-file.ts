/** The file in the user's Precept directory that configures the server if no other is named. */
export const defaultConfigFile = "server.yaml";
