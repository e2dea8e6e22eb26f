/** The address of the server, which has served this page from `/console/`. */
export const serverUrl: string = new URL("../", location.href).href.replace(/\/$/, "");

export const apiUrl = `${serverUrl}/api/v1`;
