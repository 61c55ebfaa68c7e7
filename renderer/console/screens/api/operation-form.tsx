/** The form of one operation, who sends it, and beside it the code and the answer. */
import { Alert, Button, Collapse, FileInput, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { t } from '../../../client/text.ts';
import { callOf, missingInPath, send, type Answer } from '../../api-calls/call.ts';
import {
  answerQuery,
  startingValues,
  type Operation,
  type Param,
  type Real,
  type Values,
} from '../../api-calls/catalogue.ts';
import { SendAs, type Sender } from '../../api-calls/send-as.tsx';
import { Heading } from '../../components/heading.tsx';
import { trainingQuery } from '../../training/training.ts';
import { AnswerSchema } from './answer-schema.tsx';
import { AnswerView } from './answer-view.tsx';
import { CodeView } from './code-view.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import { ParamField } from './param-field.tsx';

interface OperationFormProps {
  operation: Operation;
  real: Real;
  sender: Sender;
  onSender: (sender: Sender) => void;
  /** Shows what a request caused. @param requestId of the answer's X-Request-Id. */
  onEffects: (requestId: string) => void;
}

type State =
  | { phase: 'ready' }
  | { phase: 'sending' }
  | { phase: 'done'; answer: Answer }
  | { phase: 'failed'; message: string };

export function OperationForm({ operation, real, sender, onSender, onEffects }: OperationFormProps) {
  const me = real.session.user_id;
  const [values, setValues] = useState<Values>(() => draftOf(me, operation) ?? startingValues(operation, real));
  const isBroken = (useQuery(trainingQuery).data?.faults.length ?? 0) > 0;
  const [file, setFile] = useState<File | null>(null);
  const described = useQuery(answerQuery(operation));
  const as = sender.account;
  const shownAs = as ?? { email: real.session.email, key: 'YOUR_API_KEY' };
  const call = callOf(operation, values, window.location.origin, shownAs);
  const missing = missingInPath(operation, values);
  const [main, further] = parted(operation.params, values);
  const { state, submit, cancel } = useSending((signal) => send(call, as, real.session.csrf_token, file, signal));
  const field = (param: Param) =>
    param.encoding === 'file' ? (
      <FileInput
        key={param.name}
        label={param.name}
        description={param.doc}
        value={file}
        onChange={setFile}
        clearable
      />
    ) : (
      <ParamField
        key={param.name}
        param={param}
        value={values[param.name] ?? ''}
        onChange={(value) => {
          const next = { ...values, [param.name]: value };
          setValues(next);
          keepDraft(me, operation, next);
        }}
      />
    );
  return (
    <>
      <Paper withBorder p="md" component="form" onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Heading>{t('Request')}</Heading>
          <SendAs sender={sender} onChange={onSender} takesKeys />
          {isBroken && as === null && (
            <Text size="xs" c="dimmed">
              {t('Faults do not affect requests that you send as yourself. Choose another account to see them.')}
            </Text>
          )}
          {operation.params.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('This operation has no parameters.')}
            </Text>
          )}
          {main.map(field)}
          <Further params={further} field={field} />
          {missing.length > 0 && (
            <Alert color="gray" p="xs">
              {t('Enter {{missing}} first. It is part of the address.', { missing: missing.join(', ') })}
            </Alert>
          )}
          <SendButtons
            method={operation.method}
            isSending={state.phase === 'sending'}
            isDisabled={missing.length > 0}
            onCancel={cancel}
          />
        </Stack>
      </Paper>
      <Stack gap="md" miw={0}>
        <AnswerView
          answer={state.phase === 'done' ? state.answer : null}
          problem={state.phase === 'failed' ? state.message : null}
          isWaiting={state.phase === 'sending'}
          example={described.data?.example ?? null}
          onEffects={onEffects}
        />
        <AnswerSchema described={described} />
        <CodeView call={call} hidesKey={as !== null} />
      </Stack>
    </>
  );
}

interface SendButtonsProps {
  method: Operation['method'];
  isSending: boolean;
  isDisabled: boolean;
  onCancel: () => void;
}

function SendButtons({ method, isSending, isDisabled, onCancel }: SendButtonsProps) {
  return (
    <Group>
      <Button type="submit" color={method === 'DELETE' ? 'red' : undefined} loading={isSending} disabled={isDisabled}>
        {t('Send {{method}}', { method })}
      </Button>
      {isSending && (
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      )}
    </Group>
  );
}

/** One request at a time, which can be called off. */
function useSending(run: (signal: AbortSignal) => Promise<Answer>) {
  const [state, setState] = useState<State>({ phase: 'ready' });
  const sending = useRef<AbortController | null>(null);
  const start = async (): Promise<void> => {
    const ending = new AbortController();
    sending.current = ending;
    setState({ phase: 'sending' });
    try {
      const answer = await run(ending.signal);
      setState({ phase: 'done', answer });
    } catch {
      setState({
        phase: 'failed',
        message: ending.signal.aborted ? t('Cancelled.') : t("Can't reach the server."),
      });
    }
  };
  return {
    state,
    submit: (event: FormEvent): void => {
      event.preventDefault();
      void start();
    },
    cancel: (): void => sending.current?.abort(),
  };
}

/** What is required or filled in, and the rest. */
function parted(params: Param[], values: Values): [Param[], Param[]] {
  const isMain = (param: Param): boolean => param.required || values[param.name] !== undefined || params.length <= 5;
  return [params.filter(isMain), params.filter((param) => !isMain(param))];
}

function Further({ params, field }: { params: Param[]; field: (param: Param) => React.ReactNode }) {
  const [opened, { toggle }] = useDisclosure(false);
  if (params.length === 0) return null;
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" size="compact-sm" onClick={toggle} aria-expanded={opened}>
          {opened ? t('Fewer parameters') : t('{{count}} more parameters', { count: params.length })}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <Stack gap="sm">{opened && params.map(field)}</Stack>
      </Collapse>
    </Stack>
  );
}
