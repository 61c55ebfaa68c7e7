/** In the window of the desktop app: reports each finished download at the foot of the page. */
import { useDownloads } from '../../client/desktop.ts';
import { showNotice } from '../kit/notices.ts';

export function DesktopDownloads() {
  useDownloads(({ text, isError, actions }) => showNotice(text, { isError, actions }));
  return null;
}
