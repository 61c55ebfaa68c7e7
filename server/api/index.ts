/** Every resource of the API, a line each. */
import type { ApiEndpoint } from './endpoint.ts';

export const endpoints: ApiEndpoint[] = [];
