/** Manual checks of the desktop app: the person at the computer does it, and says what happened. */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} todo what to do, and what should happen
 * @property {NodeJS.Platform[]} [platforms] all, where it is missing
 */

/** @type {Question[]} */
export const questions = [
  {
    title: 'Ctrl+C ends npm start in order',
    todo: 'Run "npm start" in a second terminal, wait for the window, press Ctrl+C once. It ends within five seconds, and the next start says nothing about a crash.',
  },
  {
    title: 'The icon in the bar, its menu and its colour',
    todo: 'Start Hearth. An icon is in the bar and can be told from its background, in light and in dark mode. Its menu opens Hearth, restarts the server, opens the browser, shows the logs.',
  },
  {
    title: 'A notification, and a click on it',
    todo: 'Sign in to the chat in the window, close the window, and send yourself a direct message as another person from a browser. The system shows it; a click opens that conversation.',
  },
  {
    title: 'A PDF, a text and a film in windows of their own; a download',
    todo: 'Click a PDF, a text file and a film in a message: each opens in a window and shows. Click a .docx: the system asks where to save it, then the page offers to open it and to show it in its folder; both work.',
  },
  {
    title: 'The number on the icon',
    todo: 'With that message unread, the icon in the Dock, the launcher or the taskbar shows a number or a dot; reading it takes it away.',
  },
  {
    title: 'Full screen',
    todo: 'Play a film from a message in full screen, and leave it. Put the window itself in full screen and close it: no black screen stays.',
  },
  {
    title: 'Quitting while others are connected',
    todo: 'With a browser signed in to the chat, quit Hearth. It asks first; Cancel leaves everything running.',
  },
  {
    title: 'Logging off',
    todo: 'Quit other programs, keep Hearth running, log off and on again, start Hearth. It does not say that the server stopped unexpectedly, and no message is missing.',
  },
  {
    title: 'Sleep',
    todo: 'Put the computer to sleep for two minutes and wake it. The chat goes on, and the overview says that it slept.',
  },
  {
    title: 'Links of Hearth',
    todo: 'Install Hearth, then open hearth://console/users from a browser, once while it runs and once while it does not. The window shows the users.',
  },
  {
    title: 'An update from a local feed',
    todo: 'Install a build of an older version, made with HEARTH_UPDATE_FEED=http://127.0.0.1:8080/; serve the release folder of a newer one there, and install the update under This computer. The new version runs, with the same data.',
  },
  {
    title: 'The installer over a running Hearth',
    todo: 'With Hearth running, run the installer again. It closes Hearth in order, and Hearth starts with the same data.',
  },
  {
    title: 'Start before sign-in',
    todo: 'Switch it on under This computer, restart the computer, and open the address from another device before anyone logs in. Then open Hearth: it shows that server, restarts it from its menu, and quitting leaves it running.',
  },
  {
    title: 'The service after a crash, after an update, and installed again while it runs',
    todo: 'With the service on: end its process by force, and it runs again within two minutes. Update the app, and the overview shows the new version. Run "npm run service -- install" again: it runs with the new settings.',
  },
  {
    title: 'An installer that ends halfway, with the service on',
    todo: 'With the service on, start the installer of a newer version and end its process in Task Manager while it copies files. Within eleven minutes the task "Hearth\\Server" is enabled again. Run the installer again: the new version serves, and there is no task "Hearth\\Resume".',
    platforms: ['win32'],
  },
  {
    title: 'Starting at login',
    todo: 'Switch on the start at login, log off and on. Hearth runs in the bar, without a window.',
  },
  {
    title: 'Uninstalling',
    todo: 'Uninstall Hearth. Its start at login, its links and its service are gone; the data folder is not.',
  },
  {
    title: 'Moving to the Applications folder',
    todo: 'Open Hearth from the disk image: it offers to move itself, does, and starts from there.',
    platforms: ['darwin'],
  },
  {
    title: 'What the system says of the signature',
    todo: 'Download the installer with a browser and open it. Say no and what was said, where the system warns.',
    platforms: ['darwin', 'win32'],
  },
  {
    title: 'The sandbox on Ubuntu 24.04 and later',
    todo: 'Run "npm start" on a fresh system: it opens, or names the two commands that help. The Debian package opens without either.',
    platforms: ['linux'],
  },
];
