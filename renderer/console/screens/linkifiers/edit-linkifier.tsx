/** A new linkifier, or another form of one: tried while it is written, its mistakes shown where they are. */
import { Code, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { request, type Linkifier } from '../../../client/request.ts';
import { richText } from '../../../client/rich-text.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useFormCall } from '../../form-call.ts';
import { Tester, useTested, type Sample } from './tester.tsx';

/** Letters of one width: every sign of a pattern counts. */
const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

interface EditLinkifierProps {
  /** undefined: a new one. */
  linkifier: Linkifier | undefined;
  sample: Sample;
  onSample: (sample: Sample) => void;
  onClose: () => void;
}

export function EditLinkifier({ linkifier, sample, onSample, onClose }: EditLinkifierProps) {
  const form = useForm({
    initialValues: { pattern: linkifier?.pattern ?? '', url_template: linkifier?.url_template ?? '' },
    validate: {
      pattern: isNotEmpty(t('Enter a pattern, such as #(?P<id>[0-9]+)')),
      url_template: isNotEmpty(t('Enter a URL, such as https://tracker.example.com/{id}')),
    },
  });
  const { tested, error } = useTested({ id: linkifier?.id, ...form.values }, sample);
  const save = useFormCall(
    form,
    (values) =>
      linkifier === undefined
        ? request('POST', '/realm/filters', values)
        : request('PATCH', `/realm/filters/${linkifier.id}`, values),
    {
      done: () => ({ title: t('Linkifier saved'), message: t('It applies to new messages.') }),
      onDone: onClose,
    },
  );
  // A half-written pattern is no mistake yet; a finished one is looked at before it is sent.
  const problem = form.values.url_template === '' ? null : tested?.problem;
  const errorOf = (field: keyof typeof form.values) =>
    form.errors[field] ?? (problem?.field === field ? problem.message : undefined);
  return (
    <FormModal
      title={linkifier === undefined ? t('Add linkifier') : t('Edit linkifier')}
      submitLabel={t('Save linkifier')}
      size="xl"
      {...save.props}
      onClose={onClose}
    >
      <TextInput
        label={t('Pattern')}
        description={richText(
          'A regular expression. Named groups, <code>{{example}}</code>, go into the address.',
          { example: '(?P<id>[0-9]+)' },
          { code: <Code>{''}</Code> },
        )}
        required
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        styles={monospace}
        {...form.getInputProps('pattern')}
        error={errorOf('pattern')}
      />
      <TextInput
        label={t('URL template')}
        description={richText(
          'The address, with each group in braces: <code>{{example}}</code>',
          { example: 'https://tracker.example.com/{id}' },
          { code: <Code>{''}</Code> },
        )}
        required
        spellCheck={false}
        autoComplete="off"
        styles={monospace}
        {...form.getInputProps('url_template')}
        error={errorOf('url_template')}
      />
      <Text fw={600} size="sm">
        {t('Test')}
      </Text>
      <Tester tested={tested} error={error} sample={sample} onSample={onSample} />
    </FormModal>
  );
}
