/** The call that a form makes: its errors are shown at the fields that caused them, and what was done is said once. */
import type { UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import type { FormEventHandler } from 'react';
import { formErrors } from '../client/form-errors.ts';
import { formState, type EditFormProps } from './components/edit-form.tsx';

interface FormCallOptions<Values, Answer> {
  /** Fields that can show an error, where they are not the values' own names. */
  fields?: readonly string[];
  /** Fields by the API's name for what they hold, or by the code of an error that is about them (formErrors). */
  renamed?: Readonly<Record<string, string>>;
  /** Queries that no event makes stale: read again before anything is said. */
  stale?: readonly QueryKey[];
  /** What is said afterwards. */
  done?: (values: Values, answer: Answer) => { title: string; message: string };
  /** Called last. */
  onDone?: (answer: Answer, values: Values) => void;
}

export type FormCall<Values, Answer> = UseMutationResult<Answer, Error, Values> & {
  /** What EditForm and FormModal take. */
  props: Pick<EditFormProps, 'pending' | 'error' | 'isDirty'> & { onSubmit: FormEventHandler<HTMLFormElement> };
};

/** @param send called with the values of a form whose own checks have passed. */
export function useFormCall<Values, Answer>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<Answer>,
  { fields, renamed, stale = [], done, onDone }: FormCallOptions<Values, Answer> = {},
): FormCall<Values, Answer> {
  const client = useQueryClient();
  const call = useMutation({
    mutationFn: send,
    onError: (error) => form.setErrors(formErrors(error, fields ?? Object.keys(form.getValues() as object), renamed)),
    onSuccess: async (answer, values) => {
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (done !== undefined) notifications.show({ color: 'green', ...done(values, answer) });
      onDone?.(answer, values);
    },
  });
  const props = { ...formState(form, call), onSubmit: form.onSubmit((values) => call.mutate(values)) };
  return { ...call, props };
}
