/** Faults on demand: which requests are delayed, refused or dropped, and those that are on. */
import { Button, Group, NumberInput, Paper, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { ParamsOf } from '../../../client/api.ts';
import { request } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { operationsQuery } from '../../api-calls/catalogue.ts';
import { Heading } from '../../components/heading.tsx';
import { Ago } from '../../components/time.tsx';
import { usePeople, type People } from '../../people/people.ts';
import { trainingQuery, type FaultKindWire, type FaultWire } from '../../training/training.ts';

const kinds = perLanguage((): Record<FaultKindWire, { label: string; says: string }> => ({
  latency: { label: t('Slow'), says: t('waits, then responds') },
  rate_limit: { label: t('Too many requests'), says: t('responds with 429 and retry-after') },
  server_error: { label: t('Server error'), says: t('responds with 500') },
  drop: { label: t('Connection lost'), says: t('closes the connection without processing the request') },
  drop_answer: {
    label: t('Response lost'),
    says: t('processes the request, then closes the connection without a response'),
  },
}));

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

interface Form {
  kind: FaultKindWire;
  user_id: string | null;
  operation: string | null;
  percent: number;
  times: number | '';
  seconds: number;
  minutes: number;
  browsers: boolean;
}

/** Resumable uploads speak a protocol of their own, which is not in the list of operations. */
const uploads = perLanguage(() => [t('POST /tus'), t('PATCH /tus')]);

const start: Form = {
  kind: 'latency',
  user_id: null,
  operation: null,
  percent: 100,
  times: '',
  seconds: 2,
  minutes: 15,
  browsers: false,
};

type ChangeForm = <Key extends keyof Form>(key: Key, value: Form[Key]) => void;

export function FaultLab() {
  const client = useQueryClient();
  const { data } = useQuery(trainingQuery);
  const people = usePeople();
  const [form, setForm] = useState(start);
  const set: ChangeForm = (key, value) => setForm((old) => ({ ...old, [key]: value }));
  const add = useMutation({
    mutationFn: () => request('POST', '/console/training/faults', paramsOf(form)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['training'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Stack gap="lg">
      <Text size="sm">
        {t(
          'Faults affect apps and, if you choose, the chat in browsers. They never affect the console. They end after their duration, at a reset and at a restart. The time line marks affected requests.',
        )}
      </Text>
      <Active faults={data?.faults ?? []} people={people} />
      <Paper withBorder p="md" component="form" onSubmit={submit} aria-label={t('New fault')}>
        <Stack gap="sm">
          <Heading>{t('New fault')}</Heading>
          <FaultFields form={form} people={people} onChange={set} />
          <Switch
            label={t('Also affect the chat in browsers')}
            description={t('Off: only requests with an API key are affected.')}
            checked={form.browsers}
            onChange={({ currentTarget }) => set('browsers', currentTarget.checked)}
          />
          {add.error !== null && (
            <Text c="red" size="sm" role="alert">
              {add.error.message}
            </Text>
          )}
          <Group>
            <Button type="submit" loading={add.isPending}>
              {t('Turn on fault')}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}

/** What happens, to whom, and for how long. */
function FaultFields({ form, people, onChange }: { form: Form; people: People; onChange: ChangeForm }) {
  const operations = useQuery(operationsQuery);
  const hasTime = form.kind === 'latency' || form.kind === 'rate_limit';
  const choices = (operations.data ?? [])
    .filter((one) => !one.console && one.path.startsWith('/api/v1/'))
    .map((one) => `${one.method} ${one.path.slice('/api/v1'.length)}`);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      <Select
        label={t('Effect')}
        description={t('The server {{says}}.', { says: kinds()[form.kind].says })}
        data={Object.entries(kinds()).map(([value, { label }]) => ({ value, label }))}
        value={form.kind}
        onChange={(value) => value !== null && onChange('kind', value as FaultKindWire)}
        allowDeselect={false}
      />
      <Select
        label={t('Applies to')}
        description={t('The user who sends the request.')}
        placeholder={t('Everyone')}
        clearable
        searchable
        data={people.options}
        value={form.user_id}
        onChange={(value) => onChange('user_id', value)}
      />
      <Select
        label={t('Operation')}
        description={t('One API operation, or all.')}
        placeholder={t('All')}
        clearable
        searchable
        limit={60}
        data={[...new Set(choices), ...uploads()]}
        value={form.operation}
        onChange={(value) => onChange('operation', value)}
      />
      <NumberInput
        label={t('Share of requests (percent)')}
        min={1}
        max={100}
        value={form.percent}
        onChange={(value) => onChange('percent', Number(value))}
      />
      <NumberInput
        label={t('Max. requests')}
        placeholder={t('Unlimited')}
        min={1}
        max={10_000}
        value={form.times}
        onChange={(value) => onChange('times', value === '' ? '' : Number(value))}
      />
      {hasTime && (
        <NumberInput
          label={form.kind === 'latency' ? t('Seconds to wait') : t('Seconds in retry-after')}
          min={0.1}
          max={120}
          step={0.5}
          value={form.seconds}
          onChange={(value) => onChange('seconds', Number(value))}
        />
      )}
      <NumberInput
        label={t('Duration (minutes)')}
        min={1}
        max={240}
        value={form.minutes}
        onChange={(value) => onChange('minutes', Number(value))}
      />
    </SimpleGrid>
  );
}

function paramsOf({
  kind,
  user_id: userId,
  operation,
  percent,
  times,
  seconds,
  minutes,
  browsers,
}: Form): ParamsOf<'POST', '/console/training/faults'> {
  const [method, path] = operation?.split(' ') ?? [];
  return {
    kind,
    user_id: userId === null ? undefined : Number(userId),
    method: methods.find((one) => one === method),
    path,
    percent,
    times: times === '' ? undefined : times,
    ms: Math.round(seconds * 1000),
    minutes,
    browsers,
  };
}

function Active({ faults, people }: { faults: FaultWire[]; people: People }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: number) => request('DELETE', `/console/training/faults/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['training'] }),
  });
  if (faults.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No faults are on. Responses are normal.')}
      </Text>
    );
  return (
    <Stack gap="xs">
      {faults.map((fault) => (
        <Paper
          key={fault.fault_id}
          withBorder
          p="sm"
          component="section"
          aria-label={t('Fault {{faultId}}', { faultId: fault.fault_id })}
        >
          <Group justify="space-between">
            <Stack gap={0} flex={1} miw={220}>
              <Text fw={600}>
                {fault.kind === 'latency'
                  ? t('{{kind}}, {{ms}} s', { kind: kinds()[fault.kind].label, ms: fault.ms / 1000 })
                  : kinds()[fault.kind].label}
              </Text>
              <Text size="sm">
                {[
                  fault.user_id === null ? t('Everyone') : people.nameOf(fault.user_id),
                  `${fault.method ?? t('all methods')} ${fault.path ?? t('all operations')}`,
                  `${Math.round(fault.probability * 100)} %`,
                  ...(fault.browsers ? [t('also in browsers')] : []),
                ].join(', ')}
              </Text>
              <Text size="xs" c="dimmed">
                {fault.left === null
                  ? richText(
                      '{{hits}} affected, ends <time/>',
                      { hits: fault.hits },
                      { time: <Ago date={new Date(fault.ends_at * 1000)} /> },
                    )
                  : richText(
                      '{{hits}} affected, {{left}} left, ends <time/>',
                      { hits: fault.hits, left: fault.left },
                      { time: <Ago date={new Date(fault.ends_at * 1000)} /> },
                    )}
              </Text>
            </Stack>
            <Button
              size="xs"
              variant="default"
              aria-label={t('End fault {{faultId}}', { faultId: fault.fault_id })}
              onClick={() => end.mutate(fault.fault_id)}
            >
              {t('End fault')}
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
