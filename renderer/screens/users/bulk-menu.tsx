/** What can be done with all accounts that are chosen in the list. */
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../api.ts';
import type { Choosing } from '../../parts/choosing.tsx';
import type { Doing } from './bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface BulkMenuProps {
  choosing: Choosing;
  /** Everybody in the part of the list that is shown, whatever is searched for. */
  users: User[];
}

export function BulkMenu({ choosing, users }: BulkMenuProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const chosen = users.filter(({ user_id: id }) => choosing.chosen.has(id));
  const hasActive = chosen.some((user) => user.is_active !== false);
  const hasPeople = chosen.some((user) => !user.is_bot);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" disabled={chosen.length === 0}>
            With chosen ({chosen.length})
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {hasActive && hasPeople && <Menu.Item onClick={() => setDoing('role')}>Change role</Menu.Item>}
          {hasActive && <Menu.Item onClick={() => setDoing('channels')}>Add to channels</Menu.Item>}
          {chosen.some((user) => user.is_active === false) && (
            <Menu.Item onClick={() => setDoing('reactivate')}>Reactivate</Menu.Item>
          )}
          {hasActive && (
            <Menu.Item color="red" onClick={() => setDoing('deactivate')}>
              Deactivate
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item onClick={choosing.clear}>Choose nobody</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing !== null && (
        <BulkDialog
          doing={doing}
          users={chosen}
          onClose={(done) => {
            choosing.choose(done, false);
            setDoing(null);
          }}
        />
      )}
    </>
  );
}
