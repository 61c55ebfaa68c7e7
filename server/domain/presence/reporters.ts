/**
 * Which clients of a user reported them active of late: the column `client` of the table `presence`, "<client>@<UNIX seconds>"
 * for each. A client that is left open somewhere else does not make a user idle who is at work.
 */
import { hashToken } from '../../secrets.ts';

/** Seconds for which an active report holds against an idle one of another client: the pace at which clients report. */
const holdsFor = 60;
const maxReporters = 20;

/** What is written where no client reported the user active, or where it is not known which. */
const none = '';
export const unknownReporter = 'website';

/** @param client a text that tells the user's clients apart; only a hash of it is kept. */
export function afterActive(reporters: string, client: string, now: number): string {
  return [...othersOf(reporters, client, now), `${keyOf(client)}@${now}`].slice(-maxReporters).join(' ');
}

/** @returns what holds after an idle report of this client: nothing, unless another one reported active of late. */
export function afterIdle(reporters: string, client: string, now: number): string {
  return othersOf(reporters, client, now).join(' ');
}

/** null = not known. */
export function reportedActive(reporters: string): boolean | null {
  return reporters === unknownReporter ? null : reporters !== none;
}

function othersOf(reporters: string, client: string, now: number): string[] {
  const known = reporters === unknownReporter ? [] : reporters.split(' ');
  return known.filter((entry) => {
    const [key, at] = entry.split('@');
    return key !== keyOf(client) && now - Number(at) <= holdsFor;
  });
}

const keyOf = (client: string): string => hashToken(client).slice(0, 16);
