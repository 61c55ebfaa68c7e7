/** `endpoint` for what only our own console calls: its handlers have the services of the whole server. */
import { endpointMaker, type Endpoint } from '../../http/endpoint.ts';
import type { Acting, SystemActing, Viewing } from '../../domain/acting.ts';
import type { ServerServices } from '../../operations/services.ts';

export const endpoint = endpointMaker<Viewing<ServerServices>, Acting<ServerServices>, SystemActing<ServerServices>>();
export type ApiEndpoint = Endpoint<Viewing<ServerServices>, Acting<ServerServices>, SystemActing<ServerServices>>;
