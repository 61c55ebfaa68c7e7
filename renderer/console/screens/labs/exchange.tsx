/** Calls of a lab as they went over the wire: each request with its answer, the newest first. */
import { Accordion, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { StatusBadge, MethodBadge } from '../../api-calls/badges.tsx';
import { send, type Answer } from '../../api-calls/call.ts';
import type { Sender } from '../../api-calls/send-as.tsx';
import { snippet, type Call } from '../../api-calls/snippets.ts';
import { TextBlock } from '../../components/json-text.tsx';
import { clockTime } from '../../components/time.tsx';

export interface Exchange {
  id: number;
  atMs: number;
  call: Call;
  answer: Answer;
}

const mostKept = 50;

export interface Bench {
  exchanges: Exchange[];
  /** @returns the answer's JSON, also of a refusal. @throws Error when the server cannot be reached, or it was called off. */
  call: (method: string, path: string, params: Record<string, unknown>, signal?: AbortSignal) => Promise<Reply>;
}

export interface Reply {
  ok: boolean;
  body: Record<string, unknown>;
}

/** Sends calls as someone, and remembers them. */
export function useBench(sender: Sender): Bench {
  const session = useSession();
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const last = useRef(0);
  const call: Bench['call'] = async (method, path, params, signal = new AbortController().signal) => {
    const sent: Call = {
      method,
      url: `${window.location.origin}/api/v1${path}`,
      params: Object.entries(params)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      file: null,
      account: sender.account ?? { email: session.email, key: 'YOUR_API_KEY' },
    };
    const answer = await send(sent, sender.account, session.csrf_token, null, signal);
    last.current += 1;
    const exchange = { id: last.current, atMs: Date.now(), call: sent, answer };
    setExchanges((before) => [exchange, ...before].slice(0, mostKept));
    return { ok: answer.status < 400, body: parsed(answer.body) };
  };
  return { exchanges, call };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function Exchanges({ exchanges }: { exchanges: readonly Exchange[] }) {
  if (exchanges.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Requests and responses show here exactly as they are sent.')}
      </Text>
    );
  return (
    <Accordion variant="contained" chevronPosition="left" order={3} aria-label={t('Requests and answers')}>
      {exchanges.map(({ id, atMs, call, answer }) => (
        <Accordion.Item key={id} value={String(id)}>
          <Accordion.Control>
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Text component="span" size="xs" ff="monospace" c="dimmed" visibleFrom="xs">
                {clockTime(atMs)}
              </Text>
              <MethodBadge method={call.method} />
              <Text component="span" size="sm" ff="monospace" truncate flex={1} miw={0}>
                {call.url.replace(`${window.location.origin}/api/v1`, '')}
              </Text>
              <Text component="span" size="xs" c="dimmed" visibleFrom="xs">
                {t('{{ms}} ms', { ms: answer.ms })}
              </Text>
              <StatusBadge status={answer.status} />
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Stack gap="xs">
              <TextBlock
                text={snippet({ ...call, account: call.account && { ...call.account, key: 'YOUR_API_KEY' } }, 'bash')}
                label={t('request {{id}}', { id })}
              />
              <TextBlock text={answer.body} label={t('answer {{id}}', { id })} />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
