/**
 * Test facts of an operation beside its declaration. `<name>.facts.ts` beside a file of server/api has the operations that deviate
 * from the defaults, and nothing else; operation-facts.ts reads all of these files.
 */
import type { Field } from '../testing/life/life.ts';
import type { Word } from './refusals.ts';
import { actors, type Actor, type Scene } from './scene.ts';
import type { Params } from './send.ts';

/** The bot belongs to `member`; a stranger sends no credentials. */
export const callers = [...actors, 'deactivated', 'stranger'] as const;
export type Caller = (typeof callers)[number];

/** Which callers are refused, with which word of refusals.ts; all others may. */
export type Refused = Readonly<Partial<Record<Caller, Word>>>;

/** A valid value of a parameter. */
export type Example = (scene: Scene, who: Actor) => unknown;
export type Examples = Readonly<Record<string, Example>>;

/** A call that succeeds. */
export interface Call {
  /** By default the owner for operations of administrators and owners, otherwise the member. */
  as?: Actor;
  /** On top of the examples of required parameters. */
  params?: (scene: Scene, who: Actor) => Params;
  /** Why no call succeeds in a world like the scene's, and which test proves the success. */
  fails?: string;
}

/** What the audit log gets: kind and action of each entry of the valid call; the test that proves entries; or why there is none. */
export type Audit = readonly string[] | { testedIn: string } | string;

export interface OperationFacts {
  /** Refusals of the valid call, where `access` of the declaration implies others. */
  refused?: Refused;
  /** Refusals of the call with other parameters, by circumstance. */
  circumstances?: Readonly<Record<string, { params: (scene: Scene, who: Actor) => Params; refused: Refused }>>;
  call?: Call;
  /**
   * By default none where an account changes what is private to it. All else that changes something, and every GET that answers with
   * a file, has it.
   */
  audit?: Audit;
  /**
   * Acts of the random life (testing/life), or the reason why it has none. What changes something and has neither is in a field of
   * testing/life that several operations share.
   */
  life?: Field | string;
}

/** By operation: "POST /channels/create"; a path that starts with "!" is outside /api/v1. */
export type Facts = Readonly<Record<string, OperationFacts>>;

/** Facts of every operation of a file that changes something and does not state them itself. */
export type SharedFacts = Pick<OperationFacts, 'audit' | 'life'>;

/** Callers without an active account. */
export const withoutAccount = { deactivated: 'inactive', stranger: 'sign in' } as const;
/** Callers whom an operation for administrators refuses. */
export const belowAdministrators = {
  moderator: 'administrators',
  member: 'administrators',
  guest: 'administrators',
  bot: 'administrators',
  ...withoutAccount,
} as const;
/** Callers whom an operation for owners refuses. */
export const belowOwners = {
  administrator: 'owners',
  moderator: 'owners',
  member: 'owners',
  guest: 'owners',
  bot: 'owners',
  ...withoutAccount,
} as const;

/** An operation of administrators that is refused wherever the organization is no demo. */
export const demoOnly = {
  refused: { ...belowAdministrators, owner: 'no demo', administrator: 'no demo' },
  call: { fails: 'the organization is no demo: api/console/training.test.ts' },
} as const;

/** An operation that refuses every account, owners included. */
export const nobody = (word: Word): Refused => ({
  ...Object.fromEntries(actors.map((actor) => [actor, word])),
  ...withoutAccount,
});

/** An operation without credentials that refuses every caller alike. */
export const allCallers = (word: Word): Refused => Object.fromEntries(callers.map((caller) => [caller, word]));

export const othersMessage = (scene: Scene): Params => ({ message_id: scene.of('other').message });
export const secretMessage = ({ ids }: Scene): Params => ({ message_id: ids.secretMessage });
export const secretChannel = ({ ids }: Scene): Params => ({ stream_id: ids.secret });

/** Why the audit log gets no entry. */
export const unaudited = {
  written: 'messages are private to their readers, and carry their sender and time',
  own: 'it is private to the account',
  shown: 'every user sees it in the profile or the presence of the account',
  unchanged: 'it stores nothing',
  demo: 'a demo is reset, and no one administers it',
  session: 'sessions are listed beside the account',
  visible: 'callers see the same on the screen',
  public: 'it is the same for every caller',
  books: 'the server keeps it for its own work',
} as const;

/** Why the random life has no act. */
export const lifeless = {
  signingIn: 'Signing in and out changes no state that a registration returns.',
  queues: 'It registers, reads or deletes a queue, as the law does after every sequence.',
  unchanged: 'It changes nothing.',
  machine: 'It is about the computer, of which a registration returns nothing.',
  replaced: 'It replaces the organization, which ends every queue.',
  phones: 'A registration returns nothing of the devices that it is about.',
  relay: 'It calls the push relay, which the random life does not have, and stores nothing.',
} as const;
