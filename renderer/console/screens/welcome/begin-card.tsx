/** One way to begin, as a large button that says what it leads to. */
import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../components/icons.tsx';
import classes from './begin-card.module.css';

interface BeginCardProps {
  icon: IconName;
  title: string;
  onChoose: () => void;
  children: ReactNode;
}

export function BeginCard({ icon, title, onChoose, children }: BeginCardProps) {
  return (
    <UnstyledButton className={classes['card']} onClick={onChoose}>
      <Group wrap="nowrap" gap="md">
        <Box c="dusk" style={{ display: 'flex' }}>
          <Icon name={icon} size={28} />
        </Box>
        <Box>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </Box>
      </Group>
    </UnstyledButton>
  );
}
