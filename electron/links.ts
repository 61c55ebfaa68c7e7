/** Links of Hearth's own (deep-link.ts), as the systems hand them to the app. */
import { app } from 'electron';
import { linkInArguments, linkScheme, pageOfLink } from './deep-link.ts';

/**
 * Opens the page of a link, also of one that started the app. To be called before the app is ready: macOS sends the link early.
 * @param openPage shows a page of the server, now or as soon as there is a server.
 */
export function followLinks(openPage: (path: string) => void): void {
  const follow = (link: string | null): void => {
    const page = link === null ? null : pageOfLink(link);
    if (page !== null) openPage(page);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    follow(url);
  });
  app.on('second-instance', (_event, argv) => follow(linkInArguments(argv)));
  app.once('ready', () => {
    // A checkout would register Electron itself, which does not know where the app is.
    if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
    follow(linkInArguments(process.argv));
  });
}
