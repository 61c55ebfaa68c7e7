/** The page around a form for someone who is not inside yet: set-up and sign-in. */
import { Center, Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import icon from '../../../resources/icon.svg';

interface AuthLayoutProps {
  title: string;
  description: string;
  children: ReactNode;
}

export function AuthLayout({ title, description, children }: AuthLayoutProps) {
  useDocumentTitle(`${title} - Hearth`);
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder shadow="sm" p={{ base: 'md', xs: 'xl' }} w="100%" maw={460}>
        <Stack>
          <Group gap="sm" wrap="nowrap">
            <Image src={icon} alt="" w={44} h={44} />
            <Title order={1} fz="h3">
              {title}
            </Title>
          </Group>
          <Text c="dimmed" size="sm">
            {description}
          </Text>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
