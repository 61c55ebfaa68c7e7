/** `serve`: the headless server. */
import { ownerWithoutPassword } from '../domain/accounts/owner-password.ts';
import { makeResetLinkFor } from '../domain/accounts/password-changes.ts';
import { checkPasswordRules } from '../domain/accounts/passwords.shared.ts';
import { ownOrigin, systemActing } from '../domain/acting.ts';
import { setCause } from '../domain/audit/cause.ts';
import { createOrganization } from '../domain/organization/create.ts';
import { reactivateOrganization } from '../domain/organization/deactivation.ts';
import { deactivatedAt, hasOrganization } from '../domain/organization/rows.ts';
import { resetTwoFactorOf } from '../domain/two-factor/accounts.ts';
import { ApiError } from '../errors.ts';
import type { ServerServices } from '../operations/services.ts';
import { hashPassword } from '../secrets.ts';
import { startServer } from '../start.ts';
import type { Command } from './command.ts';
import { openControlSocket } from './control-socket.ts';
import { cliLanguage, ofError, t } from './language.ts';
import { keepLastWords } from './last-words.ts';
import { needsPasswordLink } from './password-link.ts';
import { settleAfterStart } from './rest.ts';
import { serverFlags, setting, startOptions, type Flags } from './settings.ts';
import { keepInformed, keepShellInformed } from './shell.ts';
import { runUntilSignal } from './signals.ts';
import { reportSlowStart } from './slow-start.ts';
import { UsageError } from './usage.ts';
import { sayWhere } from './where.ts';

interface Owner {
  email: string;
  password: string;
  organization: string;
  name: string;
}

export const serve: Command = {
  summary: () => t('run the server without a window'),
  options: {
    ...serverFlags,
    'owner-email': {
      type: 'string',
      help: () => t('sets up an empty folder; the email address of its owner (HEARTH_OWNER_EMAIL)'),
    },
    'owner-password': { type: 'string', help: () => t("the owner's password (HEARTH_OWNER_PASSWORD)") },
    'owner-name': {
      type: 'string',
      help: () => t("the owner's full name (HEARTH_OWNER_NAME; default: from the e-mail address)"),
    },
    reactivate: { type: 'boolean', help: () => t('reactivates a deactivated organization') },
    'password-link': {
      type: 'string',
      help: () => t('prints a one-time password link for the account with this email address'),
    },
    'reset-two-factor': {
      type: 'string',
      help: () =>
        t(
          'turns off two-factor sign-in for the account with this email address, when phone and recovery codes are lost',
        ),
    },
    service: {
      type: 'boolean',
      help: () => t('runs for a service manager: the desktop app on this computer can connect to it and restart it'),
    },
    org: { type: 'string', help: () => t("the organization's name (HEARTH_ORG; default: Hearth)") },
  },
  async run(flags, say) {
    const owner = ownerOf(flags);
    const isBroughtBack = flags['reactivate'] === true;
    const onSetupLink = (link: string): void =>
      say(t('Not set up yet. Open this one-time link to create the organization: {{link}}', { link }));
    const options = startOptions(flags);
    keepLastWords(options.dataDir);
    const server = await reportSlowStart(options.dataDir, () =>
      startServer({ ...options, onSetupLink }, async (services) => {
        if (owner !== undefined) say(await createFor(services, owner));
        if (isBroughtBack) say(await bringBack(services));
      }),
    );
    const forgotten = flags['password-link'];
    if (typeof forgotten === 'string') say(await passwordLink(server.services, forgotten));
    else {
      const email = await server.services.storage.read(ownerWithoutPassword);
      if (email !== null) say(needsPasswordLink(server.options.dataDir, email));
    }
    const locked = flags['reset-two-factor'];
    if (typeof locked === 'string') say(await resetSecondFactor(server.services, locked));
    sayWhere(server, say);
    keepShellInformed(server);
    if (flags['service'] === true)
      await openControlSocket(server.options.dataDir, (peer) => keepInformed(server, peer));
    settleAfterStart();
    await runUntilSignal(server);
  },
};

async function bringBack(services: ServerServices): Promise<string> {
  return services.storage.transaction((tx) => {
    if (deactivatedAt(tx) === null) return t('The organization is not deactivated.');
    setCause(tx, { via: 'command_line' });
    reactivateOrganization(systemActing(tx, services, ownOrigin(services)));
    return t('The organization is active again.');
  });
}

/** For the only owner who has forgotten the password: no one else could make a link. */
async function passwordLink(services: ServerServices, email: string): Promise<string> {
  return services.storage.transaction((tx) => {
    setCause(tx, { via: 'command_line' });
    const link = makeResetLinkFor(systemActing(tx, services, ownOrigin(services)), email);
    return link === undefined
      ? t('No account with the email {{email}}.', { email })
      : t('A new password for {{email}} is chosen at {{link}} (once, within a day).', { email, link: link.link_url });
  });
}

/** For the only owner who has lost the phone and the recovery codes. The password stays. */
async function resetSecondFactor(services: ServerServices, email: string): Promise<string> {
  return services.storage.transaction((tx) => {
    setCause(tx, { via: 'command_line' });
    const wasOn = resetTwoFactorOf(systemActing(tx, services, ownOrigin(services)), email);
    if (wasOn === undefined) return t('No account with the email {{email}}.', { email });
    return wasOn
      ? t(
          'Two-factor sign-in of {{email}} is off: the next sign-in needs the password alone, or sets it up again where it is required.',
          { email },
        )
      : t('Two-factor sign-in of {{email}} was off already.', { email });
  });
}

/** @throws UsageError when only one of the two is given, or the password may not be. */
function ownerOf(flags: Flags): Owner | undefined {
  const email = setting(flags, 'owner-email');
  const password = setting(flags, 'owner-password');
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined)
    throw new UsageError('--owner-email and --owner-password belong together.');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`--owner-email takes an e-mail address, not '${email}'.`);
  try {
    checkPasswordRules(password);
  } catch (error) {
    if (error instanceof ApiError) throw new UsageError(`--owner-password: ${ofError(error.message)}.`);
    throw error;
  }
  const local = email.split('@')[0] ?? email;
  const name =
    setting(flags, 'owner-name') ??
    local.replaceAll(/[._-]+/g, ' ').replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase());
  return { email, password, organization: setting(flags, 'org') ?? 'Hearth', name };
}

/** Creates the organization on an empty folder; on any other the flags are ignored, so that one command line starts it again. */
async function createFor(services: ServerServices, owner: Owner): Promise<string> {
  const { options } = services;
  const note = t('An organization exists in {{dataDir}}; the owner flags are ignored.', { dataDir: options.dataDir });
  if (await services.storage.read(hasOrganization)) return note;
  const ownerPasswordHash = await hashPassword(owner.password, options.passwordCost);
  await services.storage.transaction((tx) => {
    setCause(tx, { via: 'command_line' });
    createOrganization(systemActing(tx, services, ownOrigin(services)), {
      name: owner.organization,
      ownerEmail: owner.email,
      ownerFullName: owner.name,
      ownerPasswordHash,
      language: cliLanguage,
    });
  });
  services.setupToken.current = null;
  return t('Created the organization {{organization}} with its owner {{email}}.', {
    organization: owner.organization,
    email: owner.email,
  });
}
