/** People from a list: a file is chosen, looked at row by row, and only then made into accounts or invitations. */
import {
  Alert,
  Anchor,
  Button,
  Code,
  FileButton,
  Group,
  Paper,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { richText } from '../../../../client/rich-text.ts';
import { t } from '../../../../client/text.ts';
import { saveFile } from '../../../../components/save-file.ts';
import { Loading } from '../../../components/states.tsx';
import { leaveAnyway, useUnsaved } from '../../../components/unsaved.tsx';
import { Page } from '../../../layout/page.tsx';
import { useSendsMail } from '../sends-mail.ts';
import { Preview } from './preview.tsx';
import { columns, decoded, resultCsv, stateOf, template } from './rows.ts';
import { useImport, type Import } from './use-import.ts';

const csv = 'text/csv;charset=utf-8';

export function ImportPeople() {
  const sendsMail = useSendsMail();
  const list = useImport();
  return (
    <Page
      title={t('Import people')}
      description={t('From a CSV file. You review every row before anything is created.')}
      actions={
        <Anchor component={Link} href="/users">
          {t('Back to users')}
        </Anchor>
      }
    >
      <Group gap="sm">
        <Text component="span" size="sm" fw={500} id="import-kind">
          {t('Create for each row')}
        </Text>
        <SegmentedControl
          aria-labelledby="import-kind"
          value={list.kind}
          disabled={list.isMaking}
          onChange={(kind) => list.setKind(kind as Import['kind'])}
          data={[
            { value: 'accounts', label: t('An account') },
            { value: 'invitations', label: t('An invitation') },
          ]}
        />
        <Text size="sm" c="dimmed">
          {list.kind === 'accounts'
            ? t('Everyone gets a link to set a password.')
            : t('Everyone gets an invite link and enters their name when they join.')}{' '}
          {sendsMail && t('The link is sent by email and included in the result.')}
        </Text>
      </Group>
      {!sendsMail && (
        <Alert title={t('No email will be sent')}>
          {t('No mail server is set up. The result contains a link to share with each person.')}
        </Alert>
      )}
      {list.error !== null && (
        <Alert color="red" role="alert" title={t('Something went wrong')}>
          {list.error.message}
        </Alert>
      )}
      {list.entries.length === 0 ? <Source list={list} /> : <Rows list={list} />}
    </Page>
  );
}

function Source({ list }: { list: Import }) {
  const [text, setText] = useState('');
  useUnsaved(() => text.trim() !== '' && list.entries.length === 0);
  if (list.isChecking) return <Loading />;
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Text size="sm">
          {richText(
            'The first line names the columns: <code>{{columns}}</code>.',
            { columns: columns.join(', ') },
            { code: <Code /> },
          )}{' '}
          {list.kind === 'accounts'
            ? t('Name and email address are required.')
            : t('Only the email address is required.')}{' '}
          {t(
            'The role is owner, administrator, moderator, member or guest. Separate several channels or groups with semicolons.',
          )}
        </Text>
        <Group>
          <FileButton
            accept=".csv,text/csv,text/plain"
            onChange={(file) => {
              if (file !== null) void file.arrayBuffer().then((bytes) => list.read(decoded(new Uint8Array(bytes))));
            }}
          >
            {(props) => <Button {...props}>{t('Choose file')}</Button>}
          </FileButton>
          <Button variant="default" onClick={() => saveFile('people.csv', template(), csv)}>
            {t('Download template')}
          </Button>
        </Group>
        <Textarea
          label={t('Or paste the list')}
          autosize
          minRows={4}
          maxRows={12}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          placeholder={template()}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group>
          <Button variant="default" disabled={text.trim() === ''} onClick={() => list.read(text)}>
            {t('Preview')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Rows({ list }: { list: Import }) {
  const count = (state: ReturnType<typeof stateOf>): number =>
    list.entries.filter((entry) => stateOf(entry) === state).length;
  const [ready, made, problems] = [count('ready'), count('made'), count('problem')];
  // What has problems only was skipped by name.
  useUnsaved(() => ready > 0 || made === 0);
  const done = list.entries.length === 0 ? 0 : (made / (made + ready)) * 100;
  return (
    <Stack>
      {list.remarks.map((remark) => (
        <Alert key={remark}>{remark}</Alert>
      ))}
      <Group justify="space-between">
        <Text component="output" size="sm" fw={500}>
          {sentenceOf({ ready, made, problems })}
        </Text>
        <Group gap="sm">
          <Button variant="default" disabled={list.isMaking} onClick={() => leaveAnyway(list.clear)}>
            {t('Start over')}
          </Button>
          {(made > 0 || problems > 0) && (
            <Button variant="default" onClick={() => saveFile('import-result.csv', resultCsv(list.entries), csv)}>
              {t('Save result')}
            </Button>
          )}
          {list.isMaking ? (
            <Button variant="outline" color="red" onClick={list.stop}>
              {t('Stop')}
            </Button>
          ) : (
            <MakeButton list={list} ready={ready} problems={problems} made={made} />
          )}
        </Group>
      </Group>
      {list.isMaking && <Progress value={done} aria-label={t('Progress')} animated />}
      {made > 0 && !list.isMaking && (
        <Alert title={t('The result contains the links')}>
          {list.kind === 'accounts'
            ? t('Anyone with a link can set the password of its account.')
            : t('Anyone with a link can join as the invited person.')}{' '}
          {t('To share the links yourself, save the result. Delete the file afterwards.')}
        </Alert>
      )}
      <Preview entries={list.entries} onCorrect={list.isMaking ? undefined : list.correct} />
    </Stack>
  );
}

interface MakeButtonProps {
  list: Import;
  ready: number;
  problems: number;
  made: number;
}

function MakeButton({ list, ready, problems, made }: MakeButtonProps) {
  const sendsMail = useSendsMail();
  if (ready > 0)
    return (
      <Button loading={list.isChecking} onClick={list.make}>
        {list.kind === 'accounts'
          ? t('Create {{count}} accounts', { count: ready, defaultValue_one: 'Create {{count}} account' })
          : sendsMail
            ? t('Send {{count}} invitations', { count: ready, defaultValue_one: 'Send {{count}} invitation' })
            : t('Create {{count}} invitations', { count: ready, defaultValue_one: 'Create {{count}} invitation' })}
      </Button>
    );
  if (problems > 0 && made >= 0)
    return (
      <Button variant="default" loading={list.isChecking} onClick={list.make}>
        {t('Retry failed rows')}
      </Button>
    );
  return null;
}

function sentenceOf({ ready, made, problems }: { ready: number; made: number; problems: number }): string {
  const parts = [
    ...(made > 0 ? [t('{{made}} created', { made })] : []),
    ...(ready > 0 ? [t('{{ready}} ready', { ready })] : []),
    ...(problems > 0 ? [t('{{problems}} with problems, not created', { problems })] : []),
  ];
  return `${parts.join(', ')}.`;
}
