/** The icon in the system's bar: the server is there while no window is. What it shows is decided in tray-model.ts. */
import { join } from 'node:path';
import { clipboard, Menu, nativeImage, nativeTheme, Tray } from 'electron';
import type { DesktopState } from './bridge.ts';
import { trayIcon } from './tray-icon.ts';
import { trayModel, type TrayAction, type TrayModel } from './tray-model.ts';

export interface TrayActions {
  open(): void;
  openChat(): void;
  share(isOn: boolean): void;
  openInBrowser(): void;
  restart(): void;
  openLogs(): void;
  quit(): void;
}

/** @param resources folder with the icons. @returns a function that shows a new state. */
export function createTray(resources: string, actions: TrayActions): (state: DesktopState) => void {
  let shown = '';
  let address: string | null = null;
  let current: TrayModel | null = null;
  // Kept for as long as the app runs: a tray that is collected disappears.
  const tray = new Tray(nativeImage.createFromPath(iconPath(resources, 'running')));
  // macOS opens the menu on a click. KDE and Windows open the window, as for other programs (docs/api/tray).
  tray.on('click', () => {
    if (process.platform !== 'darwin') actions.open();
  });
  nativeTheme.on('updated', () => {
    if (current !== null) tray.setImage(nativeImage.createFromPath(iconPath(resources, current.icon)));
  });

  const run: Record<TrayAction, () => void> = {
    open: actions.open,
    chat: actions.openChat,
    copy_address: () => {
      if (address !== null) void clipboard.writeText(address);
    },
    share: () => actions.share(true),
    pause_sharing: () => actions.share(false),
    open_browser: actions.openInBrowser,
    restart: actions.restart,
    open_logs: actions.openLogs,
    quit: actions.quit,
  };

  return (state) => {
    const model = trayModel(state);
    address = state.status?.addresses[0]?.url ?? null;
    const text = JSON.stringify(model);
    if (text === shown) return;
    shown = text;
    current = model;
    tray.setImage(nativeImage.createFromPath(iconPath(resources, model.icon)));
    tray.setToolTip(model.tooltip);
    const items = model.groups.flatMap((group, index) => [
      ...(index === 0 ? [] : [{ type: 'separator' } as const]),
      ...group.map(({ label, action }) =>
        action === undefined ? { label, enabled: false } : { label, click: () => run[action]() },
      ),
    ]);
    tray.setContextMenu(Menu.buildFromTemplate(items));
  };
}

function iconPath(resources: string, icon: TrayModel['icon']): string {
  return join(
    resources,
    'tray',
    trayIcon(icon, process.platform, process.env['XDG_CURRENT_DESKTOP'] ?? '', nativeTheme),
  );
}
