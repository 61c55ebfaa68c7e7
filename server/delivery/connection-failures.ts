/** Kinds of failed connections, by the codes of the system, of DNS and of undici. */

type ConnectionFailure = 'no-name' | 'refused' | 'no-answer' | 'no-network' | 'closed';

const kinds: Readonly<Record<ConnectionFailure, readonly string[]>> = {
  'no-name': ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EDNS'],
  refused: ['ECONNREFUSED'],
  'no-answer': ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
  'no-network': ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
  closed: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
};

const byCode: ReadonlyMap<string, ConnectionFailure> = new Map(
  (Object.keys(kinds) as ConnectionFailure[]).flatMap((kind) =>
    kinds[kind].map((code): [string, ConnectionFailure] => [code, kind]),
  ),
);

/** @returns why a connection failed; undefined for a code of another kind */
export const connectionFailure = (code: string): ConnectionFailure | undefined => byCode.get(code);
