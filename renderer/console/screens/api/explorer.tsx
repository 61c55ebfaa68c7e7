/** One operation at a time: chosen by a search, filled in, sent, and shown as code and as answered. */
import { Badge, Group, Paper, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { channelsQuery, usersQuery } from '../../../client/queries.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { MethodBadge } from '../../api-calls/badges.tsx';
import {
  addressOf,
  keyOf,
  newestMessageQuery,
  operationAt,
  operationsQuery,
  type Operation,
  type Real,
} from '../../api-calls/catalogue.ts';
import type { Sender } from '../../api-calls/send-as.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { OperationForm } from './operation-form.tsx';

const first = 'POST /api/v1/messages';

interface ExplorerProps {
  /** Which operation, as the address names it; '' = any. */
  section: string;
  sender: Sender;
  onSender: (sender: Sender) => void;
  onEffects: (requestId: string) => void;
}

export function Explorer(props: ExplorerProps) {
  const session = useSession();
  const operations = useQuery(operationsQuery);
  const users = useQuery(usersQuery);
  const channels = useQuery(channelsQuery(session.is_admin));
  const message = useQuery(newestMessageQuery);
  const error = operations.error ?? users.error ?? channels.error;
  if (error !== null)
    return (
      <Failure
        error={error}
        onRetry={() => void Promise.all([operations.refetch(), users.refetch(), channels.refetch()])}
      />
    );
  if (operations.data === undefined || users.data === undefined || channels.data === undefined || message.isPending)
    return <Loading />;
  const real = { session, users: users.data, channels: channels.data, messageId: message.data ?? null };
  return <Chooser operations={operations.data} real={real} {...props} />;
}

interface ChooserProps extends ExplorerProps {
  operations: Operation[];
  real: Real;
}

function Chooser({ operations, real, section, sender, onSender, onEffects }: ChooserProps) {
  const [, navigate] = useLocation();
  const operation = section === '' ? operations.find((one) => keyOf(one) === first) : operationAt(operations, section);
  const [ours, setOurs] = useState(false);
  const hasOurs = ours || operation?.console === true;
  const [subject, setSubject] = useState<string | null>(null);
  const listed = useMemo(() => operations.filter((one) => hasOurs || !one.console), [operations, hasOurs]);
  const subjects = useMemo(() => [...new Set(listed.map((one) => one.subject))], [listed]);
  const groups = useMemo(
    () => grouped(listed.filter((one) => subject === null || one.subject === subject)),
    [listed, subject],
  );
  const choose = (key: string | null): void => {
    const chosen = operations.find((one) => keyOf(one) === key);
    if (chosen !== undefined) navigate(addressOf(chosen));
  };
  return (
    <Stack gap="md">
      <Group align="flex-end">
        <Select
          label={t('Subject')}
          placeholder={t('All subjects')}
          clearable
          data={subjects}
          value={subject}
          onChange={setSubject}
          w={{ base: '100%', sm: 230 }}
        />
        <Select
          label={t('Operation')}
          data-search
          placeholder={t('Search by path or description')}
          searchable
          data={groups}
          value={operation === undefined ? null : keyOf(operation)}
          onChange={choose}
          maxDropdownHeight={420}
          nothingFoundMessage={t('No operation matches.')}
          flex={1}
          miw={220}
        />
        <Switch
          label={t('Include console endpoints')}
          checked={hasOurs}
          disabled={operation?.console === true}
          onChange={(event) => setOurs(event.currentTarget.checked)}
          mb={8}
        />
      </Group>
      {operation === undefined ? (
        <Nothing title={t('Operation not found')}>
          {t('This server has no {{operation}}. Search for another with the field above.', {
            operation: section.replace('/', ' /'),
          })}
        </Nothing>
      ) : (
        <>
          <OperationHead operation={operation} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <OperationForm
              key={keyOf(operation)}
              operation={operation}
              real={real}
              sender={sender}
              onSender={onSender}
              onEffects={onEffects}
            />
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}

/** Which operation it is, who may call it, and its link. */
function OperationHead({ operation }: { operation: Operation }) {
  return (
    <Paper withBorder p="md">
      <Group gap="sm">
        <MethodBadge method={operation.method} />
        <Text ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {operation.path}
        </Text>
        <Badge variant="light" color="gray">
          {accessNames()[operation.access]}
        </Badge>
        {operation.anonymous !== undefined && (
          <Badge variant="light" color="gray">
            {t('without an account: web-public content only')}
          </Badge>
        )}
        {operation.deprecated && (
          <Badge variant="light" color="red">
            {t('deprecated')}
          </Badge>
        )}
        <CopyText
          text={`${window.location.origin}/console${addressOf(operation)}`}
          label={t('Copy link to this operation')}
          caption={t('Copy link')}
        />
      </Group>
      <Text size="sm" mt={4}>
        {operation.summary}
      </Text>
    </Paper>
  );
}

const accessNames = perLanguage((): Record<Operation['access'], string> => ({
  anonymous: t('no account needed'),
  sender: t('any account'),
  authenticated: t('any account except incoming webhooks'),
  administrator: t('administrators'),
  owner: t('owners'),
}));

/** By what they are about. */
function grouped(operations: Operation[]): { group: string; items: { value: string; label: string }[] }[] {
  const subjects = [...new Set(operations.map(({ subject }) => subject))];
  return subjects.map((subject) => ({
    group: subject,
    items: operations
      .filter((one) => one.subject === subject)
      .map((one) => ({
        value: keyOf(one),
        label: `${one.method} ${one.path.replace(/^\/api\/v1/, '')}: ${one.summary}`,
      })),
  }));
}
