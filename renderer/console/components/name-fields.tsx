/** The first two fields of something new that the team gives a name to. */
import { t } from '../../client/text.ts';
import { TextInput, Textarea } from './limited-inputs.tsx';

interface NameFieldsProps {
  maxLength: number;
  /** Of the form that has both. */
  inputProps: (field: 'name' | 'description') => object;
}

export function NameFields({ maxLength, inputProps }: NameFieldsProps) {
  return (
    <>
      <TextInput
        label={t('Name')}
        autoComplete="off"
        maxLength={maxLength}
        required
        data-autofocus
        {...inputProps('name')}
      />
      <Textarea
        label={t('Description (optional)')}
        autosize
        minRows={2}
        maxLength={1024}
        {...inputProps('description')}
      />
    </>
  );
}
