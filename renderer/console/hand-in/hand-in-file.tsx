/** Handing in a large file: it is chosen or dropped, and sent with its progress. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sizeText } from '../../client/formats.ts';
import { ApiError } from '../../client/request.ts';
import type { Sending as FileSending } from '../../client/send-file.ts';
import { t } from '../../client/text.ts';
import { ChooseFile } from './choose-file.tsx';

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
      <ChooseFile label={label} hint={hint} onChosen={take} />
    </Stack>
  );
}

/** Codes of errors about the file itself. */
const aboutFile = /^(?:BACKUP_(?:DAMAGED|FOREIGN|TOO_NEW|TOO_OLD)|IMPORT_FOREIGN)$/;

const titleOf = (error: Error): string | undefined =>
  error instanceof ApiError && aboutFile.test(error.code) ? t("This file can't be used") : undefined;

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
