/** Dry run of a sign-in, in sentences for an owner who tries a provider. Changes nothing. */
import { phrase, type Phrase } from '../../translation.ts';
import type { SystemViewing } from '../acting.ts';
import { sentencesOf } from '../sign-in-groups/account-change.ts';
import { mayReturn } from './checks.ts';
import type { Identity } from './flows.ts';
import { SignInRefusal } from './refusal.ts';
import type { ProviderRow } from './rows.ts';
import { changesOf, nameOfNew, outcomeOf, type Outcome } from './sign-in.ts';

/** `refusal` null: the person could sign in. */
export interface TriedOut {
  changes: Phrase[];
  refusal: string | null;
}

/** @param identity of the person who signed in at the provider for the test. */
export function tryOut(db: SystemViewing['db'], provider: ProviderRow, identity: Identity): TriedOut {
  try {
    const outcome = outcomeOf(db, provider, identity, undefined);
    const user = outcome.kind === 'join' ? undefined : outcome.user;
    const isBack = user?.is_active === 0 && mayReturn(db, provider, identity);
    if (user?.is_active === 0 && !isBack)
      return {
        changes: [],
        refusal: phrase(`The account of ${user.full_name} is deactivated. An administrator can reactivate it.`),
      };
    return {
      changes: [
        ...(isBack ? [phrase(`Reactivate ${user.full_name}: ${provider.name} has it again.`)] : []),
        sentence(outcome, identity),
        ...sentencesOf(changesOf(db, provider, user, identity)),
      ],
      refusal: null,
    };
  } catch (error) {
    if (error instanceof SignInRefusal) return { changes: [], refusal: error.message };
    throw error;
  }
}

function sentence(outcome: Outcome, identity: Identity): Phrase {
  if (outcome.kind === 'join') {
    const [fullName, email] = [nameOfNew(identity), identity.email];
    return phrase(`Create an account for ${fullName}, ${email}.`);
  }
  const { full_name: name } = outcome.user;
  if (outcome.kind === 'linked') return phrase(`Sign in as ${name}, whose account is linked.`);
  if (outcome.kind === 'link')
    return phrase(`Link the account of ${name}, which has the same address, without its password.`);
  return phrase(`Ask for the password of the account of ${name}, which has the same address, and link it.`);
}
