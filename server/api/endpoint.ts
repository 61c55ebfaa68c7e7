/**
 * `endpoint` for this server's handlers: what an endpoint may do is a `Viewing` (reads) or an `Acting` (writes and announces).
 */
import { endpointMaker, type Endpoint } from '../http/endpoint.ts';
import type { Acting, SystemActing, Viewing } from '../domain/acting.ts';

export const endpoint = endpointMaker<Viewing, Acting, SystemActing>();
export type ApiEndpoint = Endpoint<Viewing, Acting, SystemActing>;
