/** The steps of bringing a team: choose its export, look at what is in it, import it. Nothing changes before the last one. */
import { Alert, Anchor, Box, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentType, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { EditForm } from '../components/edit-form.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { allOf, Choices } from './choices.tsx';
import { ImportProgress } from './import-progress.tsx';
import type { ImportCalls, ImportChoices, ImportPreview, ImportState } from './imports.ts';
import { PreviewFacts } from './preview-facts.tsx';
import { UploadExport } from './upload-export.tsx';

export interface ConfirmImportProps {
  calls: ImportCalls;
  choices: ImportChoices;
  preview: ImportPreview;
}

interface ImportStepsProps {
  calls: ImportCalls;
  /** Shown below what is in the file; begins the import with what was chosen. */
  Confirm: ComponentType<ConfirmImportProps>;
  /** Beside the choice of a file. */
  aside?: ReactNode;
}

export function ImportSteps({ calls, Confirm, aside }: ImportStepsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: calls.key,
    queryFn: ({ signal }) => calls.state(signal),
    refetchInterval: ({ state }) => pauseOf(state.data),
  });
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} onRetry={() => void refetch()} />;
  if (data.progress !== null) return <ImportProgress progress={data.progress} calls={calls} />;
  if (data.preview === null) return <ChooseExport state={data} calls={calls} aside={aside} />;
  return <Preview key={data.file?.name} preview={data.preview} calls={calls} Confirm={Confirm} error={data.error} />;
}

/** What changes without this page is looked at again: an import, and an upload from another window. Milliseconds. */
function pauseOf(state: ImportState | undefined): number | false {
  if (state === undefined) return false;
  if (state.progress !== null) return 500;
  return state.upload === null ? false : 2000;
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
      <UploadExport calls={calls} unfinished={state.upload} onChange={again} />
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
        {t('Use a file on the server')}
      </Text>
      <Box mt="xs">
        <EditForm
          pending={choose.isPending}
          error={choose.error?.message}
          isDirty={() => path.trim() !== ''}
          onSubmit={(event) => {
            event.preventDefault();
            choose.mutate();
          }}
        >
          <TextInput
            label={t('Full path of the file')}
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" variant="default" disabled={path.trim() === ''} loading={choose.isPending}>
              {t('Read file')}
            </Button>
          </Group>
        </EditForm>
      </Box>
    </details>
  );
}

interface PreviewProps extends Pick<ImportStepsProps, 'calls' | 'Confirm'> {
  preview: ImportPreview;
  error: string | null;
}

function Preview({ preview, calls, Confirm, error }: PreviewProps) {
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
        <List.Item>{t('Imported users have no passwords. You get a sign-in link for each.')}</List.Item>
        <List.Item>{t('Imported messages are marked as read, and no one is notified.')}</List.Item>
        <List.Item>{t('Messages are indexed for search in the background, with progress shown.')}</List.Item>
        <List.Item>{t('If you cancel, nothing changes.')}</List.Item>
      </List>
      <Confirm calls={calls} choices={choices} preview={preview} />
      <Anchor component="button" type="button" size="sm" onClick={() => discard.mutate()}>
        {t('Choose another file')}
      </Anchor>
    </Stack>
  );
}
