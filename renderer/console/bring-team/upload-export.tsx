/** Uploading an export: choosing the file, progress with rate and pause, and going on with an upload that is not complete. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sizeText } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import { ChooseFile } from '../hand-in/choose-file.tsx';
import { ExportUpload, type UploadView } from './export-upload.ts';
import type { ImportCalls, ImportState } from './imports.ts';

/** By the key of the calls: an upload goes on while other screens are shown. */
const uploads = new Map<string, ExportUpload>();

function uploadOf({ key }: ImportCalls): ExportUpload {
  const name = key.join(' ');
  const upload = uploads.get(name) ?? new ExportUpload();
  uploads.set(name, upload);
  return upload;
}

interface UploadExportProps {
  calls: ImportCalls;
  /** What the server has of an upload that is not complete. */
  unfinished: ImportState['upload'];
  /** Looks again at what the server has. */
  onChange: () => void;
}

export function UploadExport({ calls, unfinished, onChange }: UploadExportProps) {
  const upload = uploadOf(calls);
  const view = useSyncExternalStore(upload.watch, () => upload.view);
  const discard = useMutation({
    mutationFn: () => {
      upload.forget();
      return calls.discard();
    },
    onSettled: onChange,
  });
  const send = (file: File | null | undefined): void => {
    if (file) void upload.send(file, calls.upload).then(onChange);
  };
  if (view.file !== null && view.status !== 'refused')
    return (
      <Uploading
        view={view}
        onPause={() => upload.pause()}
        onContinue={() => send(view.file)}
        onDiscard={() => discard.mutate()}
      />
    );
  const hint = t('or drop it here: .zip from Slack or Mattermost, .tar.gz from Zulip or Hearth.');
  const refusal = view.problem !== null && <Problem text={view.problem} title={t("This file can't be used")} />;
  if (unfinished === null)
    return (
      <Stack>
        {refusal}
        <ChooseFile label={t('Choose the export')} hint={hint} onChosen={send} />
      </Stack>
    );
  return (
    <Stack>
      {refusal}
      <Text component="output" size="sm">
        {t('{{received}} of {{size}} of {{name}} are uploaded. Choose the same file to continue.', {
          received: sizeText(unfinished.received),
          size: sizeText(unfinished.size),
          name: unfinished.name,
        })}
      </Text>
      <Progress value={(100 * unfinished.received) / unfinished.size} aria-label={t('Progress of the file')} />
      <ChooseFile label={t('Choose the file to continue')} hint={hint} onChosen={send} />
      {discard.error !== null && <Problem text={discard.error.message} title={t('The upload was not discarded')} />}
      <Group>
        <Button variant="default" size="xs" loading={discard.isPending} onClick={() => discard.mutate()}>
          {t('Discard upload')}
        </Button>
      </Group>
    </Stack>
  );
}

interface UploadingProps {
  view: UploadView;
  onPause: () => void;
  onContinue: () => void;
  onDiscard: () => void;
}

function Uploading({ view, onPause, onContinue, onDiscard }: UploadingProps) {
  const { file, sent, rate, status, problem } = view;
  const size = file?.size ?? 0;
  const isRunning = status === 'sending' || status === 'waiting';
  const [name, done, total] = [file?.name ?? '', sizeText(sent), sizeText(size)];
  return (
    <Stack gap="xs">
      {problem !== null && (
        <Problem text={problem} title={status === 'stopped' ? t('The upload has stopped') : undefined} />
      )}
      <Text component="output" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {status === 'sending'
          ? t('Uploading {{name}}: {{done}} of {{total}}.', { name, done, total })
          : t('{{name}}: {{done}} of {{total}} uploaded.', { name, done, total })}
        {rate !== null &&
          rate > 0 &&
          ` ${t('{{rate}} per second, {{left}} left.', { rate: sizeText(rate), left: timeLeft((size - sent) / rate) })}`}
      </Text>
      <Progress value={size === 0 ? 0 : (100 * sent) / size} aria-label={t('Progress of the file')} />
      <Group gap="xs">
        {isRunning && (
          <Button variant="default" size="xs" onClick={onPause}>
            {t('Pause')}
          </Button>
        )}
        {!isRunning && (
          <Button variant="default" size="xs" onClick={onContinue}>
            {t('Continue')}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onDiscard}>
          {t('Discard upload')}
        </Button>
      </Group>
    </Stack>
  );
}

/** @param title what has happened; without one it passes. */
function Problem({ text, title }: { text: string; title?: string | undefined }) {
  return (
    <Alert color={title === undefined ? 'yellow' : 'red'} role="alert" title={title}>
      {text}
    </Alert>
  );
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return t('less than a minute');
  return t('about {{count}} minutes', { count: Math.ceil(seconds / 60), defaultValue_one: 'about 1 minute' });
}
