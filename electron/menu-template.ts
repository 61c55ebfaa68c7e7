/** The application menu: roles wherever the system has one, so that words and shortcuts are the platform's own. */
import type { MenuItemConstructorOptions } from 'electron';
import { t } from './texts.ts';

export interface MenuActions {
  openChat(): void;
  openConsole(path: string): void;
  openInBrowser(): void;
  copyAddress(): void;
  restartServer(): void;
  backUp(): void;
  openDataFolder(): void;
  openLogFolder(): void;
  saveLogBundle(): void;
  checkForUpdate(): void;
}

export interface MenuFacts {
  platform: NodeJS.Platform;
  /** Whether a server runs that can be asked for something. */
  isRunning: boolean;
  canUpdate: boolean;
  isPackaged: boolean;
}

const line: MenuItemConstructorOptions = { type: 'separator' };

/** @returns the template of Electron's Menu.buildFromTemplate. */
export function menuTemplate(facts: MenuFacts, actions: MenuActions): MenuItemConstructorOptions[] {
  const isMac = facts.platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: isMac ? t('Settings…') : t('This computer'),
    accelerator: 'CmdOrCtrl+,',
    enabled: facts.isRunning,
    click: () => actions.openConsole('/this-computer'),
  };
  const update: MenuItemConstructorOptions = {
    label: t('Check for updates'),
    visible: facts.canUpdate,
    click: () => actions.checkForUpdate(),
  };
  const file: MenuItemConstructorOptions[] = [
    { label: t('Back up now'), accelerator: 'CmdOrCtrl+B', enabled: facts.isRunning, click: () => actions.backUp() },
    { label: t('Restart server'), enabled: facts.isRunning, click: () => actions.restartServer() },
    { label: t('Open data folder'), click: () => actions.openDataFolder() },
    ...(isMac ? [] : [settings]),
    line,
    { role: 'close', label: t('Close window') },
    ...(isMac ? [] : [{ role: 'quit' } as const]),
  ];
  const view: MenuItemConstructorOptions[] = [
    { label: t('Chat'), accelerator: 'CmdOrCtrl+1', enabled: facts.isRunning, click: () => actions.openChat() },
    {
      label: t('Console'),
      accelerator: 'CmdOrCtrl+2',
      enabled: facts.isRunning,
      click: () => actions.openConsole('/'),
    },
    { label: t('Open in browser'), enabled: facts.isRunning, click: () => actions.openInBrowser() },
    { label: t('Copy address'), enabled: facts.isRunning, click: () => actions.copyAddress() },
    line,
    { role: 'reload' },
    ...(facts.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    line,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // The key with the plus needs no Shift on keypads and on most keyboards.
    { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
    { role: 'zoomOut' },
    line,
    { role: 'togglefullscreen' },
  ];
  const help: MenuItemConstructorOptions[] = [
    { label: t('Show logs'), click: () => actions.openLogFolder() },
    { label: t('Save diagnostics…'), enabled: facts.isRunning, click: () => actions.saveLogBundle() },
    line,
    update,
    ...(isMac ? [] : [{ role: 'about' } as const]),
  ];
  return [
    ...(isMac ? [macMenu(settings, update)] : []),
    { label: t('&File'), submenu: file },
    { role: 'editMenu' },
    { label: t('&View'), submenu: view },
    { role: 'windowMenu' },
    { role: 'help', label: t('&Help'), submenu: isMac ? help.filter((item) => item !== update) : help },
  ];
}

function macMenu(settings: MenuItemConstructorOptions, update: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      update,
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
}
