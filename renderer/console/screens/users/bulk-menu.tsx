/** Bulk actions for the selected accounts. */
import { Button, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import type { User } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import type { Selection } from '../../components/use-selection.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { concernedBy, type Doing } from './bulk.ts';

interface BulkMenuProps {
  selection: Selection;
  /** Everyone in the part of the list that is shown, whatever is searched for. */
  users: User[];
  /** Of them, those that a search leaves. */
  shown: User[];
}

export function BulkMenu({ selection, users, shown }: BulkMenuProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = users.filter(({ user_id: id }) => selection.selected.has(id));
  const session = useSession();
  const concerns = (each: Doing): boolean => concernedBy(each, chosen, session).length > 0;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          {/* Never disabled: the focus comes back to it when everything is done and no one is chosen any more. */}
          <Button ref={button} variant="default">
            {t('Actions ({{count}} selected)', { count: chosen.length })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {concerns('role') && <Menu.Item onClick={() => setDoing('role')}>{t('Change role')}</Menu.Item>}
          {concerns('channels') && <Menu.Item onClick={() => setDoing('channels')}>{t('Add to channels')}</Menu.Item>}
          {concerns('reactivate') && <Menu.Item onClick={() => setDoing('reactivate')}>{t('Reactivate')}</Menu.Item>}
          {concerns('deactivate') && <Menu.Item onClick={() => setDoing('deactivate')}>{t('Deactivate')}</Menu.Item>}
          {chosen.length > 0 && <Menu.Divider />}
          <Menu.Item
            disabled={shown.length === 0}
            onClick={() =>
              selection.select(
                shown.map(({ user_id: id }) => id),
                true,
              )
            }
          >
            {t('Select all {{count}}', { count: shown.length })}
          </Menu.Item>
          {chosen.length > 0 && <Menu.Item onClick={selection.clear}>{t('Clear selection')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {doing !== null && (
        <BulkDialog
          doing={doing}
          users={chosen}
          onClose={(done) => {
            selection.select(done, false);
            setDoing(null);
            // The entry of the menu, which had it before the dialog, is gone.
            requestAnimationFrame(() => button.current?.focus());
          }}
        />
      )}
    </>
  );
}
