/** Handing in a large file: it is chosen or dropped, and sent with its progress. */
import { Alert, Box, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type DragEvent } from 'react';
import { sizeText } from '../../client/formats.ts';
import type { Sending as FileSending } from '../../client/send-file.ts';
import { t } from '../../client/text.ts';
import { Icon } from '../components/icons.tsx';

interface HandInFileProps<T> {
  send: (file: File, sending: FileSending) => Promise<T>;
  onReceived: (answer: T) => void;
  /** On the button. */
  label: string;
  hint: string;
  /** Once all of it is sent. */
  checking: string;
}

export function HandInFile<T>({ send: sendOne, onReceived, label, hint, checking }: HandInFileProps<T>) {
  const [portion, setPortion] = useState(0);
  const [isOver, setOver] = useState(false);
  const callingOff = useRef(new AbortController());
  const send = useMutation({
    mutationFn: (file: File) => {
      callingOff.current = new AbortController();
      setPortion(0);
      return sendOne(file, { onProgress: setPortion, signal: callingOff.current.signal });
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
    return (
      <Sending
        file={send.variables}
        portion={portion}
        checking={checking}
        onCallOff={() => callingOff.current.abort()}
      />
    );
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
                {label}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </Stack>
      </Box>
    </Stack>
  );
}

const titleOf = (error: Error): string | undefined =>
  error.message.startsWith('This file') ? t("This file can't be used") : undefined;

interface SendingProps {
  file: File | undefined;
  portion: number;
  checking: string;
  onCallOff: () => void;
}

function Sending({ file, portion, checking, onCallOff }: SendingProps) {
  const isSent = portion >= 1;
  return (
    <Stack gap="xs">
      <Text component="output" size="sm">
        {isSent
          ? checking
          : t('Uploading {{name}}: {{size}} of {{size2}}.', {
              name: file?.name ?? t('the file'),
              size: sizeText(portion * (file?.size ?? 0)),
              size2: sizeText(file?.size ?? 0),
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
