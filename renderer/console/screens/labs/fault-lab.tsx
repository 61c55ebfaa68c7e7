/** Faults on demand: which requests are delayed, refused or dropped, and those that are on. */
import { Button, Group, NumberInput, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { request } from '../../../client/request.ts';
import { Ago } from '../../../components/time.tsx';
import { operationsQuery } from '../../api-calls/catalogue.ts';
import { usePeople, type People } from '../../people/people.ts';
import { trainingQuery, type FaultKindWire, type FaultWire } from '../../training/training.ts';

const kinds: Record<FaultKindWire, { label: string; says: string }> = {
  latency: { label: 'Slow', says: 'waits, then answers' },
  rate_limit: { label: 'Too many requests', says: 'answers 429 with retry-after' },
  server_error: { label: 'Server error', says: 'answers 500' },
  drop: { label: 'Connection lost', says: 'ends the connection; nothing is done' },
  drop_answer: { label: 'Answer lost', says: 'does it, then ends the connection without an answer' },
};

interface Form {
  kind: FaultKindWire;
  user_id: string | null;
  operation: string | null;
  percent: number;
  times: number | '';
  seconds: number;
  minutes: number;
}

/** Resumable uploads speak a protocol of their own, which is not in the list of operations. */
const uploads = ['POST /tus', 'PATCH /tus'];

const start: Form = {
  kind: 'latency',
  user_id: null,
  operation: null,
  percent: 100,
  times: '',
  seconds: 2,
  minutes: 15,
};

export function FaultLab() {
  const client = useQueryClient();
  const { data } = useQuery(trainingQuery);
  const people = usePeople();
  const operations = useQuery(operationsQuery);
  const [form, setForm] = useState(start);
  const set = <Key extends keyof Form>(key: Key, value: Form[Key]): void =>
    setForm((old) => ({ ...old, [key]: value }));
  const add = useMutation({
    mutationFn: () => request('POST', '/console/training/faults', paramsOf(form)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['training'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const hasTime = form.kind === 'latency' || form.kind === 'rate_limit';
  const choices = (operations.data ?? [])
    .filter((one) => !one.console && one.path.startsWith('/api/v1/'))
    .map((one) => `${one.method} ${one.path.slice('/api/v1'.length)}`);
  return (
    <Stack gap="lg">
      <Text size="sm">
        Faults hit programs and whoever calls with an API key; the console itself is spared. They end by themselves,
        with a reset, and with a restart; the time line marks the requests that they hit.
      </Text>
      <Active faults={data?.faults ?? []} people={people} />
      <Paper withBorder p="md" component="form" onSubmit={submit} aria-label="New fault">
        <Stack gap="sm">
          <Title order={2} fz="h4">
            New fault
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
            <Select
              label="What happens"
              description={`The server ${kinds[form.kind].says}.`}
              data={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
              value={form.kind}
              onChange={(value) => value !== null && set('kind', value as FaultKindWire)}
              allowDeselect={false}
            />
            <Select
              label="Applies to"
              description="Whose key is used."
              placeholder="Everybody"
              clearable
              searchable
              data={people.options}
              value={form.user_id}
              onChange={(value) => set('user_id', value)}
            />
            <Select
              label="Operation"
              description="One of the API, or all."
              placeholder="All"
              clearable
              searchable
              limit={60}
              data={[...new Set(choices), ...uploads]}
              value={form.operation}
              onChange={(value) => set('operation', value)}
            />
            <NumberInput
              label="How many of them, in percent"
              min={1}
              max={100}
              value={form.percent}
              onChange={(value) => set('percent', Number(value))}
            />
            <NumberInput
              label="Max. requests"
              placeholder="Unlimited"
              min={1}
              max={10_000}
              value={form.times}
              onChange={(value) => set('times', value === '' ? '' : Number(value))}
            />
            {hasTime && (
              <NumberInput
                label={form.kind === 'latency' ? 'Seconds to wait' : 'Seconds in retry-after'}
                min={0.1}
                max={120}
                step={0.5}
                value={form.seconds}
                onChange={(value) => set('seconds', Number(value))}
              />
            )}
            <NumberInput
              label="Duration (minutes)"
              min={1}
              max={240}
              value={form.minutes}
              onChange={(value) => set('minutes', Number(value))}
            />
          </SimpleGrid>
          {add.error !== null && (
            <Text c="red" size="sm" role="alert">
              {add.error.message}
            </Text>
          )}
          <Group>
            <Button type="submit" loading={add.isPending}>
              Switch the fault on
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Stack>
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
}: Form): Record<string, unknown> {
  const [method, path] = operation?.split(' ') ?? [];
  return {
    kind,
    user_id: userId ?? undefined,
    method,
    path,
    percent,
    times: times === '' ? undefined : times,
    ms: Math.round(seconds * 1000),
    minutes,
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
        No fault is on: responses are normal.
      </Text>
    );
  return (
    <Stack gap="xs">
      {faults.map((fault) => (
        <Paper key={fault.fault_id} withBorder p="sm" component="section" aria-label={`Fault ${fault.fault_id}`}>
          <Group justify="space-between">
            <Stack gap={0} flex={1} miw={220}>
              <Text fw={600}>
                {kinds[fault.kind].label}
                {fault.kind === 'latency' && `, ${fault.ms / 1000} s`}
              </Text>
              <Text size="sm">
                {fault.user_id === null ? 'Everybody' : people.nameOf(fault.user_id)}, {fault.method ?? 'every method'}{' '}
                {fault.path ?? 'everywhere'}, {Math.round(fault.probability * 100)} %
              </Text>
              <Text size="xs" c="dimmed">
                {fault.hits} hit{fault.left !== null && `, ${fault.left} left`}, ends{' '}
                <Ago date={new Date(fault.ends_at * 1000)} />
              </Text>
            </Stack>
            <Button
              size="xs"
              variant="default"
              aria-label={`End fault ${fault.fault_id}`}
              onClick={() => end.mutate(fault.fault_id)}
            >
              End
            </Button>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
