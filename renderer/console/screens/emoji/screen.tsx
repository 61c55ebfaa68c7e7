/** The organization's own emoji: seen with who made them, added with a preview, and taken out of use. */
import { Button, Card, Group, Image, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../../client/api.ts';
import { matches } from '../../../client/fold.ts';
import { compareNames } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { useAddressSearch, useAddressState } from '../../address-state.ts';
import { ListFilter } from '../../components/list-filter.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { Page } from '../../layout/page.tsx';
import { useCreateRoute } from '../../layout/use-create-route.ts';
import { usePeople } from '../../people/people.ts';
import type { ScreenProps } from '../../screen.ts';
import { AddEmoji } from './add-emoji.tsx';

type Emoji = AnswerOf<'GET', '/realm/emoji'>['emoji'][string];

const emojiQuery = queryOptions({
  queryKey: ['emoji'],
  queryFn: async ({ signal }) => Object.values((await request('GET', '/realm/emoji', {}, signal)).emoji),
});

export function EmojiScreen({ section }: ScreenProps) {
  const session = useSession();
  const people = usePeople();
  const { data, error, refetch } = useQuery(emojiQuery);
  const [adding, { open, close }] = useDisclosure(false);
  useCreateRoute(section, open);
  const [search, setSearch] = useAddressSearch();
  const [shown, setShown] = useAddressState('state', 'used', ['used', 'retired']);
  const [retiring, setRetiring] = useState<Emoji | null>(null);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const rows = (data ?? [])
    .filter((emoji) => emoji.deactivated === (shown === 'retired') && matches(search, emoji.name))
    .toSorted((a, b) => compareNames(a.name, b.name));
  return (
    <Page
      title={t('Emoji')}
      description={t('Custom emoji for messages and reactions.')}
      actions={<Button onClick={open}>{t('Add emoji')}</Button>}
    >
      <ListFilter placeholder={t('Name')} search={search} onSearch={setSearch}>
        <SegmentedControl
          aria-label={t('State')}
          value={shown}
          onChange={(value) => setShown(value === 'retired' ? value : 'used')}
          data={[
            { value: 'used', label: t('In use') },
            { value: 'retired', label: t('Deactivated') },
          ]}
        />
      </ListFilter>
      {data === undefined && <Loading />}
      {data !== undefined && rows.length === 0 && (
        <Nothing title={t('No emoji to show')}>
          {search !== ''
            ? t('No emoji matches.')
            : shown === 'retired'
              ? t('Deactivated emoji are listed here. Old messages still show them.')
              : t('Add your first emoji, such as a logo.')}
        </Nothing>
      )}
      <SimpleGrid cols={{ base: 1, md: 2, lg: 3 }} component="ul" m={0} p={0} aria-label={t('Emoji')}>
        {rows.map((emoji) => (
          <Card key={emoji.id} component="li" withBorder p="sm" style={{ listStyle: 'none' }}>
            <Group wrap="nowrap">
              <Image src={emoji.source_url} alt="" w={40} h={40} fit="contain" loading="lazy" />
              <div style={{ minWidth: 0, flex: 1 }}>
                <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
                  :{emoji.name}:
                </Text>
                <Text size="sm" c="dimmed" truncate>
                  {t('Added by {{name}}', { name: people.nameOf(emoji.author_id) })}
                </Text>
              </div>
              {!emoji.deactivated && (session.is_admin || emoji.author_id === session.user_id) && (
                <Button
                  variant="outline"
                  color="red"
                  size="compact-sm"
                  onClick={() => setRetiring(emoji)}
                  aria-label={t('Deactivate {{name}}', { name: emoji.name })}
                >
                  {t('Deactivate')}
                </Button>
              )}
            </Group>
          </Card>
        ))}
      </SimpleGrid>
      {adding && (
        <AddEmoji taken={(data ?? []).filter((one) => !one.deactivated).map(({ name }) => name)} onClose={close} />
      )}
      {retiring !== null && <Retire emoji={retiring} onClose={() => setRetiring(null)} />}
    </Page>
  );
}

function Retire({ emoji, onClose }: { emoji: Emoji; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Deactivate :{{name}}:?', { name: emoji.name })}
      confirm={t('Deactivate')}
      run={() => request('DELETE', `/realm/emoji/${encodeURIComponent(emoji.name)}`)}
      done={{ title: t('Deactivated'), message: t('You can use the name :{{name}}: again.', { name: emoji.name }) }}
      onClose={onClose}
    >
      {t('No one can use it in new messages and reactions. Existing ones keep it. To use it again, upload it again.')}
    </ConfirmAction>
  );
}
