/** `endpoint` for what only our own console calls: its handlers have the services of the whole server. */
import type { Acting, Viewing } from '../../domain/acting.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { ServerServices } from '../../operations/services.ts';
import { endpointMaker, type Call } from '../endpoint.ts';

export const endpoint = endpointMaker<ServerServices>();
export type ConsoleCall = Call<Viewing<ServerServices>, Acting<ServerServices>, ServerServices>;
export type ApiEndpoint = Endpoint<Call<never, never, ServerServices>>;
