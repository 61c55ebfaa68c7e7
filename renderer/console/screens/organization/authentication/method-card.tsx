/** The frame of one way to sign in: its name, whether it is on, and what belongs to it. */
import { Badge, Group, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../../client/text.ts';
import { Heading } from '../../../../components/heading.tsx';

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
