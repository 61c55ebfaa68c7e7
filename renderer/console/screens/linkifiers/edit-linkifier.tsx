/** A new linkifier, or another form of one: tried while it is written, its mistakes shown where they are. */
import { Code, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formErrors } from '../../../client/form-errors.ts';
import { request, type Linkifier } from '../../../client/request.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { Tester, useTested, type Sample } from './tester.tsx';

/** Letters of one width: every sign of a pattern counts. */
const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };
const fields = { url_template: /template/i, pattern: /pattern|expression/i };

interface EditLinkifierProps {
  /** undefined: a new one. */
  linkifier: Linkifier | undefined;
  sample: Sample;
  onSample: (sample: Sample) => void;
  onClose: () => void;
}

export function EditLinkifier({ linkifier, sample, onSample, onClose }: EditLinkifierProps) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { pattern: linkifier?.pattern ?? '', url_template: linkifier?.url_template ?? '' },
    validate: {
      pattern: isNotEmpty('What to look for, such as #(?P<id>[0-9]+)'),
      url_template: isNotEmpty('Where it leads, such as https://tracker.example.com/{id}'),
    },
  });
  const { tested, error } = useTested({ id: linkifier?.id, ...form.values }, sample);
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      linkifier === undefined
        ? request('POST', '/realm/filters', values)
        : request('PATCH', `/realm/filters/${linkifier.id}`, values),
    onError: (failure) => form.setErrors(formErrors(failure, fields)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['linkifiers'] });
      notifications.show({ title: 'Linkifier saved', message: 'New messages get its links.' });
      onClose();
    },
  });
  // A half-written pattern is no mistake yet; a finished one is looked at before it is sent.
  const problem = form.values.url_template === '' ? null : tested?.problem;
  const errorOf = (field: keyof typeof fields) =>
    form.errors[field] ?? (problem?.field === field ? problem.message : undefined);
  return (
    <FormModal
      title={linkifier === undefined ? 'Add linkifier' : 'Edit linkifier'}
      submitLabel="Save linkifier"
      size="xl"
      pending={save.isPending}
      error={form.errors['']}
      isDirty={() => form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label="Pattern"
        description={
          <>
            A regular expression. Named groups, <Code>{'(?P<id>[0-9]+)'}</Code>, go into the address.
          </>
        }
        required
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        styles={monospace}
        {...form.getInputProps('pattern')}
        error={errorOf('pattern')}
      />
      <TextInput
        label="URL template"
        description={
          <>
            The address, with each group in braces: <Code>{'https://tracker.example.com/{id}'}</Code>
          </>
        }
        required
        spellCheck={false}
        autoComplete="off"
        styles={monospace}
        {...form.getInputProps('url_template')}
        error={errorOf('url_template')}
      />
      <Text fw={600} size="sm">
        Try it
      </Text>
      <Tester tested={tested} error={error} sample={sample} onSample={onSample} />
    </FormModal>
  );
}
