/**
 * Content of the status page for an unavailable server: what happened, in plain words, and what can be done about it,
 * the most likely thing first. Every known failure has its text here.
 */
import type { Choice, DesktopState, ServerStatus, StatusPageModel } from '../bridge.ts';
import { systemLanguage, t } from '../texts.ts';

type Offer = StatusPageModel['choices'][number];

const offers = (): Record<Choice, Offer> => ({
  retry: { choice: 'retry', label: t('Try again'), hint: t('Opens the same folder again.') },
  other_port: {
    choice: 'other_port',
    label: t('Use another port'),
    hint: t('Teammates then need the new address.'),
  },
  choose_folder: {
    choice: 'choose_folder',
    label: t('Choose another folder…'),
    hint: t('A folder with Hearth data, or an empty one to start fresh.'),
  },
  restore: {
    choice: 'restore',
    label: t('Restore a backup…'),
    hint: t('Into a new folder; the current one stays as it is.'),
  },
  recover: {
    choice: 'recover',
    label: t('Recover the data'),
    hint: t('Returns to the last good state. Damaged files are set aside, never deleted.'),
  },
  start_empty: {
    choice: 'start_empty',
    label: t('Start fresh there'),
    hint: t('With an empty folder and a new organization.'),
  },
  usual_folder: {
    choice: 'usual_folder',
    label: t('Use the usual folder'),
    hint: t('It holds data of Hearth.'),
  },
  open_logs: { choice: 'open_logs', label: t('Open the log folder'), hint: t('For support.') },
  quit: { choice: 'quit', label: t('Quit'), hint: t('The server stops, and messages can no longer be sent.') },
});

interface Trouble {
  title: string;
  /** In place of what the server said, where that is for experts; it is shown below anyway. */
  message?: string;
  /** After that. */
  advice: string;
  choices: Choice[];
}

const troubles: Record<NonNullable<ServerStatus['reason']>, () => Trouble> = {
  'in-use': () => ({
    title: t('The data folder is in use'),
    advice: t(
      'Another Hearth is using it, perhaps in a terminal or under another account. Quit that one, then try again.',
    ),
    choices: ['retry', 'choose_folder'],
  }),
  missing: () => ({
    title: t('The data folder is missing'),
    advice: t('If it is on a USB or network drive, connect the drive and try again. Hearth has not deleted anything.'),
    choices: ['retry', 'choose_folder', 'restore', 'start_empty'],
  }),
  'unknown-folder': () => ({
    title: t('Where is the data?'),
    advice: t(
      'Choose the folder that Hearth used until now. Nothing was changed, and no new organization was started.',
    ),
    choices: ['choose_folder', 'usual_folder', 'retry', 'restore'],
  }),
  'not-writable': () => ({
    title: t('The data folder is not writable'),
    advice: t(
      'Hearth needs to write there. Correct the permissions of the folder, or connect its drive, then try again.',
    ),
    choices: ['retry', 'choose_folder'],
  }),
  'disk-full': () => ({
    title: t('The disk is full'),
    advice: t('Free up space on that disk, then try again. No sent message is lost.'),
    choices: ['retry', 'choose_folder'],
  }),
  'older-version': () => ({
    title: t('The data is from an older version of Hearth'),
    advice: t('Open the folder once with the version named above, then with this version.'),
    choices: ['choose_folder', 'restore', 'retry'],
  }),
  'newer-version': () => ({
    title: t('The data is from a newer version of Hearth'),
    advice: t('This version is too old to open it. Install the newer version again; nothing was changed.'),
    choices: ['choose_folder', 'restore', 'retry'],
  }),
  'changed-history': () => ({
    title: t('The data does not fit this version of Hearth'),
    advice: t('It was written by a version with a different history. Nothing was changed.'),
    choices: ['choose_folder', 'restore', 'retry'],
  }),
  damaged: () => ({
    title: t('The data is damaged'),
    message: t('A file is damaged, most likely because of the disk. Nothing was changed.'),
    advice: t('Recovery returns to the last good state. Later changes are lost. A recent backup may lose less.'),
    choices: ['recover', 'restore', 'choose_folder', 'retry'],
  }),
  'not-empty': () => ({
    title: t('The folder is not empty'),
    advice: t('It contains files that are not from Hearth. Choose another folder.'),
    choices: ['choose_folder', 'retry'],
  }),
  interrupted: () => ({
    title: t('This is an unfinished copy'),
    advice: t('Choose the folder that it was copied from. You can delete this folder.'),
    choices: ['choose_folder', 'restore', 'retry'],
  }),
  moved: () => ({
    title: t('The data was moved'),
    advice: t('Choose the new folder. This folder is an old copy.'),
    choices: ['choose_folder', 'retry'],
  }),
  foreign: () => ({
    title: t('This is not Hearth data'),
    advice: t('Choose a folder or a file that Hearth created.'),
    choices: ['choose_folder', 'restore', 'retry'],
  }),
  port: () => ({
    title: t('The port is in use'),
    advice: t('Another program uses this port. Quit it and try again, or use another port.'),
    choices: ['retry', 'other_port'],
  }),
  usage: () => ({
    title: t('Hearth was started with an unknown option'),
    advice: t('Start it without that option.'),
    choices: ['quit'],
  }),
  other: () => ({
    title: t('The server could not start'),
    advice: t('Its last message is below. For details, see the log folder.'),
    choices: ['retry', 'choose_folder', 'restore'],
  }),
};

const tasks = () => ({
  move: t('Moving the data'),
  restore: t('Restoring the backup'),
  recover: t('Recovering the data'),
});

interface Circumstances {
  isPageBroken?: boolean;
  hasUsualFolder?: boolean;
}

/** @param server as it is now. @param task what is being done with the data. */
export const statusPageModel = (
  server: ServerStatus,
  task: DesktopState['task'],
  circumstances: Circumstances = {},
): StatusPageModel => ({
  ...contentOf(server, task, circumstances),
  ...systemLanguage(),
  labels: { choices: t('What can be done'), folder: t('Data folder:'), lines: t('What the server said last') },
});

function contentOf(
  server: ServerStatus,
  task: DesktopState['task'],
  { isPageBroken = false, hasUsualFolder = false }: Circumstances,
): Omit<StatusPageModel, 'language' | 'direction' | 'labels'> {
  const busy = { choices: [], progress: null, isBusy: true };
  if (task !== null)
    return {
      ...busy,
      title: tasks()[task.kind],
      text: t('Keep the computer on until this is finished.'),
      progress: task.progress,
    };
  switch (server.state) {
    case 'starting':
      return server.hasFallen
        ? { ...busy, ...fallen(t('It is starting again.')) }
        : { ...busy, title: t('Hearth is starting'), text: t('Opening the data.') };
    case 'stopping':
      return {
        ...busy,
        title: t('The server is stopping'),
        text: t('Saving all data to disk. This takes a few seconds at most.'),
      };
    case 'restarting':
      return { ...busy, ...fallen(startsAgain(server.message)) };
    case 'stopped':
      return {
        ...busy,
        title: t('The server is not running'),
        text: t('Messages can no longer be sent.'),
        choices: [offers().retry, offers().quit],
        isBusy: false,
      };
    case 'running':
      return isPageBroken
        ? {
            ...busy,
            title: t('The page cannot be shown'),
            text: t('The server is running, and teammates can chat. Only the page in this window fails.'),
            choices: [offers().retry, offers().open_logs, offers().quit],
            isBusy: false,
          }
        : { ...busy, title: t('Hearth is running'), text: t('Loading the page.') };
    case 'failed': {
      const trouble = troubles[server.reason ?? 'other']();
      const choices: Choice[] = [
        ...trouble.choices,
        ...(trouble.choices.includes('quit') ? [] : (['open_logs', 'quit'] as const)),
      ];
      return {
        title: trouble.title,
        text: `${trouble.message ?? withoutCommand(server.message)} ${trouble.advice}`,
        choices: offersOf(choices, server.freePort, hasUsualFolder),
        progress: null,
        isBusy: false,
      };
    }
  }
}

const offersOf = (choices: Choice[], freePort: number | null, hasUsualFolder: boolean): Offer[] =>
  choices
    .filter((choice) => choice !== 'usual_folder' || hasUsualFolder)
    .flatMap((choice) => offerOf(choice, freePort));

/** With the number of the port, when one is known to be free. */
function offerOf(choice: Choice, freePort: number | null): Offer[] {
  if (choice !== 'other_port') return [offers()[choice]];
  return freePort === null ? [] : [{ ...offers().other_port, label: t('Use port {{port}}', { port: freePort }) }];
}

function fallen(now: string): Pick<StatusPageModel, 'title' | 'text' | 'choices'> {
  return {
    title: t('The server stopped unexpectedly'),
    text: `${now} ${t('No sent message is lost. The log may say why it stopped.')}`,
    choices: [offers().open_logs],
  };
}

/** @param message of the server's process, with the seconds until then. */
function startsAgain(message: string): string {
  const seconds = / in ([\d.]+) s\.$/.exec(message)?.[1];
  return seconds === undefined ? message : t('It starts again in {{seconds}} s.', { seconds });
}

/** Without what is meant for a terminal: the flag to choose another port. */
function withoutCommand(message: string): string {
  const plain = message
    .replace(/^hearth: /, '')
    .replace(/ (?:Port \d+ is free: take it|Choose another) with --port.*$/, '');
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
