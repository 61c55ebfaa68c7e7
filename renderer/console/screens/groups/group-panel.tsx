/** One group, in a panel beside the list: members, settings, permissions; taking it out of use and bringing it back. */
import { Alert, Badge, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request, type UserGroup } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { SidePanel } from '../../components/side-panel.tsx';
import { leave } from '../../components/unsaved.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { groupName } from '../../permissions/group-picker.tsx';
import { EditGroup } from './group-form.tsx';
import { usePermissions } from './groups.ts';
import { Members } from './members.tsx';

export function GroupPanel({ group, onClose }: { group: UserGroup; onClose: () => void }) {
  const { manage } = usePermissions(group);
  const [isLeaving, setLeaving] = useState(false);
  const [shown, setShown] = useState('members');
  if (isLeaving) return <DeactivateGroup group={group} onClose={onClose} />;
  const isLocked = !manage || group.deactivated;
  return (
    <SidePanel title={groupName(group)} about={<About group={group} />} onClose={onClose}>
      <Stack>
        {group.is_system_group && (
          <Alert title={t('Managed by the server')}>
            {t("Membership follows people's roles. You can mention these groups and give them permissions.")}
          </Alert>
        )}
        {group.deactivated && (
          <Alert title={t('Deactivated')}>
            {t("It can't be mentioned and has no permissions. Its members are kept.")}
          </Alert>
        )}
        <Tabs value={shown} onChange={(next) => leave(() => setShown(next ?? 'members'))} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="members">{t('Members')}</Tabs.Tab>
            {!group.is_system_group && <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>}
            {!group.is_system_group && <Tabs.Tab value="permissions">{t('Permissions')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="members">
            <Members group={group} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <Stack>
              <EditGroup group={group} disabled={isLocked} part="settings" />
              {manage && (
                <Group>
                  {group.deactivated ? (
                    <Reactivate group={group} onDone={onClose} />
                  ) : (
                    <Button variant="outline" color="red" onClick={() => setLeaving(true)}>
                      {t('Deactivate group')}
                    </Button>
                  )}
                </Group>
              )}
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="permissions">
            <EditGroup group={group} disabled={isLocked} part="permissions" />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </SidePanel>
  );
}

function About({ group }: { group: UserGroup }) {
  return (
    <Group gap="xs">
      {group.is_system_group && <Badge variant="light">{t('Role')}</Badge>}
      {group.deactivated && (
        <Badge variant="light" color="red">
          {t('Deactivated')}
        </Badge>
      )}
      <Text inherit>{t('ID {{id}}', { id: group.id })}</Text>
    </Group>
  );
}

function DeactivateGroup({ group, onClose }: { group: UserGroup; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Deactivate {{name}}?', { name: group.name })}
      confirm={t('Deactivate')}
      run={() => request('POST', `/user_groups/${group.id}/deactivate`)}
      done={{ title: t('Deactivated'), message: t('You can reactivate {{name}} at any time.', { name: group.name }) }}
      onClose={onClose}
    >
      {t(
        'It can no longer be mentioned. If it has a permission or is part of another group, remove it there first. Its members are kept, and you can reactivate it.',
      )}
    </ConfirmAction>
  );
}

function Reactivate({ group, onDone }: { group: UserGroup; onDone: () => void }) {
  const client = useQueryClient();
  const reactivate = useMutation({
    mutationFn: () => request('PATCH', `/user_groups/${group.id}`, { deactivated: false }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['groups'] });
      notifications.show({
        color: 'green',
        title: t('Reactivated'),
        message: t('{{name}} was reactivated with its members.', { name: group.name }),
      });
      onDone();
    },
    onError: (error) => notifications.show({ color: 'red', title: t('Could not reactivate'), message: error.message }),
  });
  return (
    <Button variant="default" loading={reactivate.isPending} onClick={() => reactivate.mutate()}>
      {t('Reactivate group')}
    </Button>
  );
}
