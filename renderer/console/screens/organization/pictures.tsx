/** The organization's icon and its two logos: shown on the ground they stand on, uploaded, and taken back. */
import { Button, Center, FileButton, Group, Image, Paper, SimpleGrid, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../client/lazy-part.ts';
import { request } from '../../../client/request.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import type { Organization, PictureName } from '../../settings/settings.ts';

const CropIcon = lazyPart(async () => (await import('./crop-icon.tsx')).CropIcon);

/** Bytes of a picture, as the server takes them. */
const mostBytes = 5 * 1024 * 1024;

interface Picture {
  name: PictureName;
  label: string;
  description: string;
  path: '/realm/icon' | '/realm/logo';
  params: { night?: boolean };
  ground: string;
}

const pictures = perLanguage((): Picture[] => [
  {
    name: 'icon',
    label: t('Icon'),
    description: t('Square, such as 256 by 256 pixels.'),
    path: '/realm/icon',
    params: {},
    ground: 'var(--mantine-color-default-hover)',
  },
  {
    name: 'logo',
    label: t('Logo for light theme'),
    description: t('At most 800 by 100 pixels.'),
    path: '/realm/logo',
    params: { night: false },
    ground: 'var(--mantine-color-white)',
  },
  {
    name: 'night_logo',
    label: t('Logo for dark theme'),
    description: t('At most 800 by 100 pixels.'),
    path: '/realm/logo',
    params: { night: true },
    ground: 'var(--mantine-color-dark-7)',
  },
]);

export function Pictures({ organization }: { organization: Organization }) {
  return (
    <Paper withBorder p="lg" mt="lg" component="section" aria-labelledby="pictures">
      <Heading mb="md" id="pictures">
        {t('Pictures')}
      </Heading>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {pictures().map((picture) => (
          <PictureField key={picture.name} picture={picture} {...organization.pictures[picture.name]} />
        ))}
      </SimpleGrid>
    </Paper>
  );
}

interface PictureFieldProps {
  picture: Picture;
  url: string;
  is_uploaded: boolean;
}

function PictureField({ picture, url, is_uploaded: isUploaded }: PictureFieldProps) {
  const client = useQueryClient();
  /** null: back to the drawn one. */
  const change = useMutation({
    mutationFn: (file: File | null) =>
      file === null
        ? request('DELETE', picture.path, picture.params)
        : request('POST', picture.path, { ...picture.params, file }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['organization'] }),
  });
  const [uncropped, setUncropped] = useState<File | null>(null);
  const choose = (file: File | null): void => {
    // Logos have no fixed form.
    if (picture.name === 'icon') setUncropped(file);
    else if (file !== null) change.mutate(file);
  };
  return (
    <div>
      {uncropped !== null && (
        <Suspense fallback={null}>
          <CropIcon file={uncropped} mostBytes={mostBytes} send={change.mutate} onClose={() => setUncropped(null)} />
        </Suspense>
      )}
      <Text size="sm" fw={500}>
        {picture.label}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {picture.description}
      </Text>
      <Center h={120} p="sm" bg={picture.ground} bdrs="md" bd="1px solid var(--mantine-color-default-border)">
        <Image
          src={url}
          alt={t('Current {{label}}', { label: picture.label })}
          mah={96}
          maw="100%"
          w="auto"
          fit="contain"
        />
      </Center>
      <Group mt="xs" gap="xs">
        <FileButton accept="image/*" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              loading={change.isPending && change.variables !== null}
              aria-label={t('Upload {{label}}', { label: picture.label.toLowerCase() })}
            >
              {t('Upload')}
            </Button>
          )}
        </FileButton>
        {isUploaded && (
          <Button
            variant="outline"
            color="red"
            size="compact-sm"
            loading={change.isPending && change.variables === null}
            onClick={() => change.mutate(null)}
            aria-label={t('Reset {{label}}', { label: picture.label.toLowerCase() })}
          >
            {t('Reset to default')}
          </Button>
        )}
      </Group>
      {change.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {change.error.message}
        </Text>
      )}
    </div>
  );
}
