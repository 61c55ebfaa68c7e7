/** Every resource of the API, a line each. */
import { sessionEndpoints } from './console/sessions.ts';
import type { ApiEndpoint } from './endpoint.ts';

export const endpoints: ApiEndpoint[] = [...sessionEndpoints];
