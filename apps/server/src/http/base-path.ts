/** Where the routes of the API are. */
export const basePath = "/api/v1";
