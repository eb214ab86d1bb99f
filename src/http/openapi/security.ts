import type { JsonObject } from '#meta';

/** How clients show who they are, in both versions of OpenAPI. */
export const securityScheme: JsonObject = {
  BearerToken: { type: 'apiKey', description: 'Bearer Token authentication', name: 'authorization', in: 'header' },
};
