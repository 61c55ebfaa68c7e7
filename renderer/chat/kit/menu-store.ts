/** The one menu that can be open: who wants a menu asks here, and the host draws it (menu-host.tsx). */
import { giveFocusTo } from '../../components/focus-return.ts';
import type { LineIconName } from '../../components/line-icon.tsx';
import { openSlot } from './open-slot.ts';

export interface MenuAction {
  label: string;
  icon: LineIconName;
  onPick: () => void;
  /** Its key on the keyboard, as it is written there. */
  keys?: string;
  /** Said at its end, where it has no key: a time. */
  note?: string;
  /** It destroys or leaves something: last, and red. */
  isDanger?: boolean;
  /** It would fail, as its note says. */
  isDisabled?: boolean;
}

/** A page beside the chat. */
export interface MenuLink {
  label: string;
  icon: LineIconName;
  href: string;
}

export type MenuEntry = MenuAction | MenuLink | 'line';

/** A small picture that is picked in a row above the entries. */
export interface MenuPicture {
  label: string;
  glyph: string;
  onPick: () => void;
}

export interface OpenMenu {
  /** What the menu is about, for those who hear it. */
  label: string;
  entries: readonly MenuEntry[];
  quick: readonly MenuPicture[];
  /** Where it opens, in pixels of the window. */
  at: { x: number; y: number; width: number; height: number };
  /** Gets the focus back. */
  from: Element | null;
}

/** Where the last menu stood: one that opens from an entry of it may have a button that is not shown any more. */
let lastAt: OpenMenu['at'] = { x: 0, y: 0, width: 0, height: 0 };

/** For a menu whose button may be gone by then. */
export const middleOfWindow = (): { x: number; y: number } => ({ x: innerWidth / 2, y: innerHeight / 3 });

export const menuSlot = openSlot<OpenMenu>('menu');

/** Opens at a button, or at the point of a click with the other button. */
export function openMenu(
  label: string,
  at: HTMLElement | { x: number; y: number; width?: number; height?: number },
  entries: readonly MenuEntry[],
  quick: readonly MenuPicture[] = [],
): void {
  const isShown = !(at instanceof HTMLElement) || at.getClientRects().length > 0;
  const {
    x,
    y,
    width = 0,
    height = 0,
  } = !isShown ? lastAt : at instanceof HTMLElement ? at.getBoundingClientRect() : at;
  const from = at instanceof HTMLElement ? at : document.activeElement;
  lastAt = { x, y, width, height };
  menuSlot.set({ label, entries, quick, at: lastAt, from });
}

export function closeMenu(): void {
  const before = menuSlot.getState();
  if (before === null) return;
  menuSlot.set(null);
  if (before.from instanceof HTMLElement && before.from.isConnected) giveFocusTo(before.from);
}

/** What a row gives its context menu, by the other button and by the key for it. */
export function onContextMenu(label: string, entries: () => readonly MenuEntry[]) {
  return (event: {
    preventDefault: () => void;
    clientX: number;
    clientY: number;
    currentTarget: HTMLElement;
  }): void => {
    event.preventDefault();
    // The key has no point: the row itself is one.
    const isByKey = event.clientX === 0 && event.clientY === 0;
    openMenu(label, isByKey ? event.currentTarget : { x: event.clientX, y: event.clientY }, entries());
  };
}
