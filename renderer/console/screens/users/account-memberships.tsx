/** Memberships of an account: channels, groups and owned bots, each with a link. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { groupsQuery } from '../../../client/queries.ts';
import type { User } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Subheading } from '../../components/heading.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { usePeople } from '../../people/people.ts';
import { groupName } from '../../permissions/group-picker.tsx';
import { accountQuery } from './accounts.ts';

export function AccountMemberships({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(accountQuery(user.user_id));
  const groups = useQuery(groupsQuery);
  const { nameOf } = usePeople();
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const direct = (groups.data ?? []).filter(({ id }) => data.group_ids.includes(id));
  return (
    <Stack gap="lg">
      <Links
        title={t('Channels ({{count}})', { count: data.channels.length })}
        nothing={t('Not in any channel.')}
        items={data.channels.map(({ stream_id, name }) => ({ href: `/channels/${stream_id}`, name: `#${name}` }))}
      />
      {data.hidden_channels > 0 && (
        <Text size="sm" c="dimmed">
          {t("And {{hiddenChannels}} private channels that you can't see.", { hiddenChannels: data.hidden_channels })}
        </Text>
      )}
      <Links
        title={t('Groups ({{count}})', { count: direct.length })}
        nothing={t('Not in any group.')}
        items={direct.map((group) => ({ href: `/groups/${group.id}`, name: groupName(group) }))}
      />
      <Links
        title={t('Bots ({{count}})', { count: data.bot_ids.length })}
        nothing={t('No bots.')}
        items={data.bot_ids.map((id) => ({ href: `/users/${id}`, name: nameOf(id) }))}
      />
    </Stack>
  );
}

function Links({ title, items, nothing }: { title: string; items: { href: string; name: string }[]; nothing: string }) {
  return (
    <Stack gap={6}>
      <Subheading>{title}</Subheading>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      ) : (
        <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {items.map(({ href, name }) => (
            <li key={href}>
              <Anchor component={Link} href={href} size="sm">
                {name}
              </Anchor>
            </li>
          ))}
        </Group>
      )}
    </Stack>
  );
}
