/** Actions as tables: one entry says what something is called, who may do it, its key and what it does; menus, tools, keys and the sheet of keys read it. */
import { t } from '../../client/text.ts';
import type { LineIconName } from '../../components/line-icon.tsx';
import type { MenuEntry } from '../kit/menu-store.ts';
import { showNotice } from '../kit/notices.ts';

/** Groups in which the sheet lists keys. */
export type KeyGroup = 'around' | 'reading' | 'writing' | 'message';

/** A key outside of fields. */
export interface ActionKey {
  /** As `chordOf` of the keyboard writes them; the first is shown. */
  chords: readonly [string, ...string[]];
  group: KeyGroup;
  /** On the sheet; undefined = the label of the action. */
  label?: () => string;
}

/** @param T what the action is about, e.g. a message and the view that shows it. */
export interface Action<T> {
  id: string;
  /** @param isOn of a switch: whether it is on now. */
  label: (isOn: boolean) => string;
  /** Of a menu or a tool; an action without one has a key alone. */
  icon?: LineIconName | ((isOn: boolean) => LineIconName);
  /** The actions of one group of a menu have a line around them; undefined = in no menu. */
  menu?: string;
  key?: ActionKey;
  /** Whether it is offered. */
  isAllowed?: (target: T) => boolean;
  /** Why it would fail, for an action that is offered and disabled. */
  refusal?: (target: T) => string | null;
  /** Of a switch. */
  isOn?: (target: T) => boolean;
  /** It destroys or leaves something. */
  isDanger?: boolean;
  /** @param isOn of a switch: what it shall be, which is the opposite of what the label was written for. */
  run: (target: T, isOn: boolean) => void;
}

export const isAllowed = <T>(action: Action<T>, target: T): boolean => action.isAllowed?.(target) !== false;

/** Runs an action that is allowed; a switch is turned. */
export function runAction<T>(action: Action<T>, target: T): void {
  if (isAllowed(action, target)) action.run(target, action.isOn?.(target) !== true);
}

/**
 * @param current gives the target as it is then, or null where it is gone: a menu may be open while its topic is renamed.
 * @returns the entries of a menu, with lines between its groups.
 */
export function menuOf<T>(actions: readonly Action<T>[], current: () => T | null): MenuEntry[] {
  const target = current();
  if (target === null) return [];
  const shown = actions.filter((action) => action.menu !== undefined && isAllowed(action, target));
  return shown.flatMap((action, index): MenuEntry[] => [
    ...(index > 0 && action.menu !== shown[index - 1]?.menu ? (['line'] as const) : []),
    entryOf(action, target, current),
  ]);
}

/** Does something with the target of a menu as it is when an entry is picked, or says that it cannot. */
export function onCurrent<T>(
  current: () => T | null,
  run: (target: T) => void,
  isStillAllowed: (target: T) => boolean = () => true,
): void {
  const now = current();
  if (now !== null && isStillAllowed(now)) run(now);
  else showNotice(t('This has changed. Open the menu again.'), { isError: true });
}

function entryOf<T>(action: Action<T>, target: T, current: () => T | null): MenuEntry {
  const { label, icon = 'more', key, isDanger, run } = action;
  const isOn = action.isOn?.(target) === true;
  const refusal = action.refusal?.(target) ?? null;
  return {
    label: label(isOn),
    icon: typeof icon === 'function' ? icon(isOn) : icon,
    ...(key !== undefined && { keys: key.chords[0].replaceAll(/\+(?=.)/g, ' ') }),
    ...(refusal !== null && { isDisabled: true, note: refusal }),
    ...(isDanger === true && { isDanger }),
    // What the label says is done, whatever was switched since.
    onPick: () =>
      onCurrent(
        current,
        (now) => run(now, !isOn),
        (now) => isAllowed(action, now),
      ),
  };
}
