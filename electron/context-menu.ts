/** Context menu of the window: commands for text and nothing else. Electron itself offers nothing. */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { t } from './texts.ts';

/** What of a click decides. */
export type Clicked = Pick<ContextMenuParams, 'editFlags' | 'isEditable' | 'linkURL' | 'selectionText'>;

/** @returns the template of a menu; empty: there is nothing to offer. */
export function contextMenuTemplate(
  { editFlags, isEditable, linkURL, selectionText }: Clicked,
  copy: (text: string) => void,
): MenuItemConstructorOptions[] {
  if (isEditable)
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  const items: MenuItemConstructorOptions[] = [];
  if (selectionText.trim() !== '') items.push({ role: 'copy' });
  if (linkURL !== '') items.push({ label: t('Copy link address'), click: () => copy(linkURL) });
  return items;
}
