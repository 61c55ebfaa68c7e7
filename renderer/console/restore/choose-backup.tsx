/** Handing in a backup: a file is chosen or dropped, sent with its progress, and read through by the server before anything else. */
import { Alert, Box, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type DragEvent } from 'react';
import type { ReceivedBackup } from '../../../server/contract/shapes/backups.ts';
import { sendFile } from '../../client/send-file.ts';
import { t } from '../../client/text.ts';
import { Icon } from '../../components/icons.tsx';
import { bytes } from '../../components/time.tsx';

interface ChooseBackupProps {
  /** Of a server that has nothing yet: what shows that it is one's own. */
  setupToken?: string;
  onReceived: (backup: ReceivedBackup) => void;
}

export function ChooseBackup({ setupToken, onReceived }: ChooseBackupProps) {
  const [portion, setPortion] = useState(0);
  const [isOver, setOver] = useState(false);
  const callingOff = useRef(new AbortController());
  const send = useMutation({
    mutationFn: async (file: File) => {
      callingOff.current = new AbortController();
      setPortion(0);
      const sending = { onProgress: setPortion, signal: callingOff.current.signal };
      const answer =
        setupToken === undefined
          ? sendFile('/console/restores', {}, file, sending)
          : sendFile('/console/setup/restores', { token: setupToken }, file, sending);
      return (await answer).backup;
    },
    onSuccess: onReceived,
  });
  const take = (file: File | null | undefined): void => {
    if (file && !send.isPending) send.mutate(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  if (send.isPending)
    return <Sending file={send.variables} portion={portion} onCallOff={() => callingOff.current.abort()} />;
  return (
    <Stack>
      {send.error !== null && (
        <Alert color="red" role="alert" title={titleOf(send.error)}>
          {send.error.message}
        </Alert>
      )}
      <Box
        p="lg"
        ta="center"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        style={{
          border: '2px dashed var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-md)',
          background: isOver ? 'var(--mantine-color-default-hover)' : undefined,
        }}
      >
        <Stack align="center" gap="sm">
          <Icon name="archive" size={32} />
          <FileButton onChange={take}>
            {(props) => (
              <Button variant="default" {...props}>
                {t('Choose the backup file')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t('or drop it here. Its name ends in .hearth-backup.')}
          </Text>
        </Stack>
      </Box>
    </Stack>
  );
}

const titleOf = (error: Error): string | undefined =>
  error.message.startsWith('This file') ? t('This file cannot be used') : undefined;

function Sending({ file, portion, onCallOff }: { file: File | undefined; portion: number; onCallOff: () => void }) {
  const isSent = portion >= 1;
  return (
    <Stack gap="xs">
      <Text component="output" size="sm">
        {isSent
          ? t('Verifying.')
          : t('Uploading {{name}}: {{size}} of {{size2}}.', {
              name: file?.name ?? t('the file'),
              size: bytes(portion * (file?.size ?? 0)),
              size2: bytes(file?.size ?? 0),
            })}
      </Text>
      <Progress value={portion * 100} animated={isSent} aria-label={t('Progress of the file')} />
      <Group>
        <Button variant="default" size="xs" onClick={onCallOff}>
          {t('Cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
