/** The number of unread messages on the app's icon: in the Dock, in the launcher of Unity, and as a dot on the taskbar of Windows. */
import { app, BrowserWindow, nativeImage } from 'electron';
import { dotImage } from './badge-image.ts';
import type { DesktopState } from './bridge.ts';

/** @returns a function that shows a new state. */
export function createBadge(): (state: DesktopState) => void {
  let shown = 0;
  return ({ unread }) => {
    if (unread === shown) return;
    shown = unread;
    if (process.platform !== 'win32') return void app.setBadgeCount(unread);
    const { size, pixels } = dotImage();
    const image = unread === 0 ? null : nativeImage.createFromBitmap(pixels, { width: size, height: size });
    const text = unread === 1 ? '1 unread message' : `${unread} unread messages`;
    for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(image, image === null ? '' : text);
  };
}
