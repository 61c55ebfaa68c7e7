/** A port that could not be opened: in one line for a person, and in fields for a program that offers a way out. */
import { phrase } from '../translation.ts';
import { freePort, nameOf, portOwner, type PortOwner } from './port-owner.ts';

export type ListenProblem = 'taken' | 'forbidden' | 'no_such_address' | 'other';

export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly problem: ListenProblem;
  readonly port: number;
  /** Who has the port, where that can be known. */
  readonly holder: PortOwner | null;
  /** Another one that is free, where the port was the trouble. */
  readonly freePort: number | null;

  constructor(
    message: string,
    facts: { problem: ListenProblem; port: number; holder?: PortOwner | null; freePort?: number | null },
  ) {
    super(message);
    this.problem = facts.problem;
    this.port = facts.port;
    this.holder = facts.holder ?? null;
    this.freePort = facts.freePort ?? null;
  }
}

/** Finds out what is to be said of a port that could not be opened. */
export async function listenError(cause: NodeJS.ErrnoException, port: number, host: string): Promise<ListenError> {
  if (cause.code === 'EADDRINUSE') {
    const [holder, free] = await Promise.all([portOwner(port), freePort(port, host)]);
    const who = holder === null ? phrase('another program') : nameOf(holder);
    const advice = other(free);
    return new ListenError(`Port ${port} on ${host} is taken by ${who}. ${advice}`, {
      problem: 'taken',
      port,
      holder,
      freePort: free,
    });
  }
  if (cause.code === 'EACCES') {
    const free = await freePort(Math.max(port, 7419), host);
    const advice = other(free);
    return new ListenError(`Port ${port} may not be opened by this user. ${advice}`, {
      problem: 'forbidden',
      port,
      freePort: free,
    });
  }
  if (cause.code === 'EADDRNOTAVAIL')
    return new ListenError(`This machine has no address ${host}; choose another with --host.`, {
      problem: 'no_such_address',
      port,
    });
  return new ListenError(`Cannot listen on ${host} port ${port}: ${cause.message}`, { problem: 'other', port });
}

const other = (free: number | null): string =>
  free === null
    ? phrase('Choose another with --port.')
    : phrase(`Port ${free} is free: take it with --port ${free}, or for good with --keep-port ${free}.`);
