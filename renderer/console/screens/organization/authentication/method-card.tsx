/** Card of a sign-in method: its frame, what others than owners see of it, and its failed sign-ins. */
import { Badge, Group, List, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../../client/text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Ago } from '../../../components/time.tsx';

/** @param isOn undefined while it is not known. */
export function MethodCard(props: { id: string; title: string; isOn: boolean | undefined; children: ReactNode }) {
  const { id, title, isOn, children } = props;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={`method-${id}`}>
      <Stack>
        <Group gap="sm">
          <Heading id={`method-${id}`}>{title}</Heading>
          {isOn !== undefined && (
            <Badge variant="light" color={isOn ? 'green' : 'gray'}>
              {isOn ? t('On') : t('Off')}
            </Badge>
          )}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}

/** The card for users who may not see the settings. */
export function OwnersOnly({ id, title }: { id: string; title: string }) {
  return (
    <MethodCard id={id} title={title} isOn={undefined}>
      <Text size="sm">{t('Only owners can see and change these settings.')}</Text>
    </MethodCard>
  );
}

/** @param failures the newest first, `at` in UNIX seconds. @param nameOf who tried to sign in. */
export function FailedSignIns<T extends { at: number; reason: string }>(props: {
  failures: readonly T[];
  nameOf: (failure: T) => string;
}) {
  const { failures, nameOf } = props;
  if (failures.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('Recent failed sign-ins')}>
      <Text fw={600}>{t('Recent failed sign-ins')}</Text>
      <List size="sm">
        {[...new Map(failures.map((one) => [JSON.stringify(one), one]))].slice(0, 10).map(([key, failure]) => (
          <List.Item key={key} style={{ overflowWrap: 'anywhere' }}>
            <b>{nameOf(failure)}</b> <Ago date={new Date(failure.at * 1000)} />: {failure.reason}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
