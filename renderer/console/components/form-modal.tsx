/**
 * A form in a dialog: what belongs to no field stands above, the buttons stay in sight below, nothing is sent twice, and what was
 * typed is not thrown away without a question, except by Cancel.
 */
import { Button, Group } from '@mantine/core';
import { t } from '../../client/text.ts';
import { Dialog } from './dialog.tsx';
import { EditForm, type EditFormProps } from './edit-form.tsx';
import { leave, leaveAnyway } from './unsaved.tsx';

interface FormModalProps extends Omit<EditFormProps, 'isFramed' | 'className'> {
  title: string;
  submitLabel: string;
  size?: 'md' | 'lg' | 'xl';
  onClose: () => void;
}

export function FormModal(props: FormModalProps) {
  const { title, submitLabel, pending, error, isDirty, size = 'md', onClose, onSubmit, children } = props;
  return (
    <Dialog title={title} size={size} onClose={() => leave(onClose)}>
      <EditForm pending={pending} error={error} isDirty={isDirty} onSubmit={onSubmit}>
        {children}
        <Group justify="flex-end" pos="sticky" bottom={0} py="xs" bg="var(--mantine-color-body)" style={{ zIndex: 1 }}>
          <Button variant="default" onClick={() => leaveAnyway(onClose)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {submitLabel}
          </Button>
        </Group>
      </EditForm>
    </Dialog>
  );
}
