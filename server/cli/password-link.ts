/** Sentence for an owner who has no password: how to get a link with which to choose one. */
import { posixQuoted, windowsQuoted } from '../shell-words.ts';
import { t } from './language.ts';

export const needsPasswordLink = (dataDir: string, email: string): string =>
  t('No owner has a password. To get a link with which {{email}} chooses one, start the server with: {{command}}', {
    email,
    command: passwordLinkCommand(dataDir, email),
  });

const quoted = process.platform === 'win32' ? windowsQuoted : posixQuoted;

/** The command that prints a password link as the server starts. */
export const passwordLinkCommand = (dataDir: string, email: string): string =>
  `npm run serve -- --data-dir ${quoted(dataDir)} --password-link ${quoted(email)}`;
