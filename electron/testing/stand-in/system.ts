/** The stand-ins for what surrounds windows: tray, menus, dialogs, notifications, clipboard, power, screens. */
import { EventEmitter } from 'node:events';
import type {
  MenuItemConstructorOptions,
  MessageBoxReturnValue,
  OpenDialogReturnValue,
  SaveDialogReturnValue,
} from 'electron';
import { recorded, type Recorded, type RecordedMenuItem } from './recorded.ts';

/** A menu as it was given; clicking finds the item by its label. */
export class Menu {
  readonly template: MenuItemConstructorOptions[];

  constructor(template: MenuItemConstructorOptions[] = []) {
    this.template = template;
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
    recorded.menu = menu?.recorded() ?? [];
  }

  recorded(items: MenuItemConstructorOptions[] = this.template): RecordedMenuItem[] {
    return items.map(({ label = '', role = null, enabled = true, submenu }) => ({
      label,
      role,
      isEnabled: enabled,
      items: Array.isArray(submenu) ? this.recorded(submenu) : [],
    }));
  }

  /** @throws Error when there is no such item, or it cannot be clicked */
  click(label: string): void {
    const all = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
      items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
    const item = all(this.template).find((each) => each.label === label);
    if (item?.click === undefined || item.enabled === false) throw new Error(`There is nothing to click at ${label}`);
    // What Electron hands to a click is used by none of the app's.
    Reflect.apply(item.click, undefined, []);
  }
}

let applicationMenu: Menu | null = null;
let trayMenu: Menu | null = null;

export const menuOf = (where: 'tray' | 'menu'): Menu | null => (where === 'tray' ? trayMenu : applicationMenu);

interface Image {
  path: string;
}

export const nativeImage = { createFromPath: (path: string): Image => ({ path }) };

export class Tray extends EventEmitter {
  constructor(image: Image) {
    super();
    recorded.tray = { image: image.path, tooltip: '', items: [] };
  }

  setImage(image: Image): void {
    if (recorded.tray !== null) recorded.tray.image = image.path;
  }

  setToolTip(tooltip: string): void {
    if (recorded.tray !== null) recorded.tray.tooltip = tooltip;
  }

  setContextMenu(menu: Menu): void {
    trayMenu = menu;
    if (recorded.tray !== null) recorded.tray.items = menu.recorded();
  }
}

export class Notification {
  readonly #options: { title: string; body: string };

  constructor(options: { title: string; body: string }) {
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    recorded.notifications.push(this.#options);
  }
}

/** What a test answers: a path, or the number of a button; null = cancelled. */
export type DialogAnswer = string | number | null;

const answers: DialogAnswer[] = [];
const waiting: ((answer: DialogAnswer) => void)[] = [];

/** Answers the dialog that waits, or the next one. */
export function answerDialog(answer: DialogAnswer): void {
  const next = waiting.shift();
  if (next === undefined) answers.push(answer);
  else next(answer);
}

async function ask(asked: Recorded['dialogs'][number]): Promise<DialogAnswer> {
  recorded.dialogs.push(asked);
  const ready = answers.shift();
  return ready === undefined ? new Promise((resolve) => waiting.push(resolve)) : ready;
}

interface DialogOptions {
  title?: string;
  message?: string;
  detail?: string;
  buttons?: string[];
  defaultPath?: string;
}

/** Dialogs are called with a window before the options, or without one. */
const optionsOf = (args: unknown[]): DialogOptions => args.at(-1) as DialogOptions;

export const dialog = {
  showErrorBox(title: string, content: string): void {
    recorded.dialogs.push({ kind: 'message', text: `${title}\n${content}`, buttons: [] });
  },
  async showMessageBox(...args: unknown[]): Promise<MessageBoxReturnValue> {
    const { message = '', detail = '', buttons = [] } = optionsOf(args);
    const answer = await ask({ kind: 'message', text: `${message}\n${detail}`, buttons });
    return { response: typeof answer === 'number' ? answer : buttons.length - 1, checkboxChecked: false };
  },
  async showOpenDialog(...args: unknown[]): Promise<OpenDialogReturnValue> {
    const answer = await ask({ kind: 'open', text: optionsOf(args).title ?? '', buttons: [] });
    return { canceled: typeof answer !== 'string', filePaths: typeof answer === 'string' ? [answer] : [] };
  },
  async showSaveDialog(...args: unknown[]): Promise<SaveDialogReturnValue> {
    const answer = await ask({ kind: 'save', text: optionsOf(args).defaultPath ?? '', buttons: [] });
    return { canceled: typeof answer !== 'string', filePath: typeof answer === 'string' ? answer : '' };
  },
};

export const clipboard = {
  writeText: async (text: string): Promise<void> => void (recorded.clipboard = text),
};

export const shell = {
  openExternal: async (url: string): Promise<void> => void recorded.openedOutside.push(url),
  openPath: async (path: string): Promise<string> => {
    recorded.openedPaths.push(path);
    return '';
  },
  showItemInFolder: (path: string): void => void recorded.shownPaths.push(path),
};

export const powerMonitor = new EventEmitter();

let lastBlocker = 0;
const blockers = new Map<number, string>();
const noteBlockers = (): void => {
  recorded.blockers = [...blockers.values()];
};
export const powerSaveBlocker = {
  start(kind: string): number {
    lastBlocker += 1;
    blockers.set(lastBlocker, kind);
    noteBlockers();
    return lastBlocker;
  },
  stop(id: number): boolean {
    const wasOn = blockers.delete(id);
    noteBlockers();
    return wasOn;
  },
};

export const nativeTheme = Object.assign(new EventEmitter(), {
  shouldUseDarkColors: false,
  shouldUseDarkColorsForSystemIntegratedUI: false,
});

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };

/** As macOS answers when its user allowed it. */
export const systemPreferences = { askForMediaAccess: async (): Promise<boolean> => true };
