/** The steps of bringing a team: choose its export, look at what is in it, import it. Nothing changes before the last one. */
import { Alert, Anchor, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { Failure, Loading } from '../../components/states.tsx';
import { HandInFile } from '../hand-in/hand-in-file.tsx';
import { allOf, Choices } from './choices.tsx';
import { ImportProgress } from './import-progress.tsx';
import type { ImportCalls, ImportChoices, ImportPreview, ImportState } from './imports.ts';
import { PreviewFacts } from './preview-facts.tsx';

interface ImportStepsProps {
  calls: ImportCalls;
  /** Shown below what is in the file; begins the import with what was chosen. */
  confirm: (choices: ImportChoices) => ReactNode;
  /** Beside the choice of a file. */
  aside?: ReactNode;
}

export function ImportSteps({ calls, confirm, aside }: ImportStepsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: calls.key,
    queryFn: ({ signal }) => calls.state(signal),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.progress !== null ? 500 : false),
  });
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} onRetry={() => void refetch()} />;
  if (data.progress !== null) return <ImportProgress progress={data.progress} calls={calls} />;
  if (data.preview === null) return <ChooseExport state={data} calls={calls} aside={aside} />;
  return <Confirm key={data.file?.name} preview={data.preview} calls={calls} confirm={confirm} error={data.error} />;
}

function ChooseExport({ state, calls, aside }: { state: ImportState; calls: ImportCalls; aside: ReactNode }) {
  const client = useQueryClient();
  const again = (): void => void client.invalidateQueries({ queryKey: calls.key });
  return (
    <Stack>
      {state.error !== null && (
        <Alert color="red" role="alert" title={t('This file cannot be imported')}>
          {state.error}
        </Alert>
      )}
      <HandInFile
        send={calls.send}
        onReceived={again}
        label={t('Choose the export')}
        hint={t('or drop it here: .zip from Slack or Mattermost, .tar.gz from Zulip or Hearth.')}
        checking={t('The file is being checked.')}
      />
      <OnServer calls={calls} onChosen={again} />
      {aside}
    </Stack>
  );
}

/** A file that is too large to be sent may be on the computer of the server already. */
function OnServer({ calls, onChosen }: { calls: ImportCalls; onChosen: () => void }) {
  const [path, setPath] = useState('');
  const choose = useMutation({ mutationFn: () => calls.choose(path), onSuccess: onChosen });
  return (
    <details>
      <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
        {t('The file is on the computer of the server')}
      </Text>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choose.mutate();
        }}
      >
        <Stack gap="xs" mt="xs">
          <TextInput
            label={t('Full path of the file')}
            value={path}
            error={choose.error?.message}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" variant="default" disabled={path.trim() === ''} loading={choose.isPending}>
              {t('Read the file')}
            </Button>
          </Group>
        </Stack>
      </form>
    </details>
  );
}

interface ConfirmProps extends Pick<ImportStepsProps, 'calls' | 'confirm'> {
  preview: ImportPreview;
  error: string | null;
}

function Confirm({ preview, calls, confirm, error }: ConfirmProps) {
  const client = useQueryClient();
  const [choices, setChoices] = useState(() => allOf(preview));
  const discard = useMutation({
    mutationFn: () => calls.discard(),
    onSettled: () => client.invalidateQueries({ queryKey: calls.key }),
  });
  return (
    <Stack>
      {error !== null && (
        <Alert color="red" role="alert" title={t('Nothing was imported')}>
          {error}
        </Alert>
      )}
      <PreviewFacts preview={preview} />
      <Choices preview={preview} choices={choices} onChange={setChoices} />
      <List size="sm" c="dimmed">
        <List.Item>{t('Users arrive without passwords: you get a sign-in link for each.')}</List.Item>
        <List.Item>{t('Everything is marked as read, and nobody is notified.')}</List.Item>
        <List.Item>{t('You can cancel at any time: then nothing changes.')}</List.Item>
      </List>
      {confirm(choices)}
      <Anchor component="button" type="button" size="sm" onClick={() => discard.mutate()}>
        {t('Choose another file')}
      </Anchor>
    </Stack>
  );
}
