/**
 * A form: what went wrong and belongs to no field stands above, its first error gets the focus, and what was typed is not left
 * without a question.
 */
import { Alert, Paper, Stack } from '@mantine/core';
import { useEffect, useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react';
import { useUnsaved } from './unsaved.tsx';

export interface EditFormProps {
  /** It is being sent. */
  pending: boolean;
  /** What went wrong and belongs to no field. */
  error: ReactNode;
  /** Whether leaving would lose something. */
  isDirty: () => boolean;
  /** Stands on the page on its own, in a frame. */
  isFramed?: boolean;
  className?: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** @returns what a form says of itself, as EditForm and FormModal take it. */
export function formState(
  form: { errors: Readonly<Record<string, ReactNode>>; isDirty: () => boolean },
  { isPending }: { isPending: boolean },
): Pick<EditFormProps, 'pending' | 'error' | 'isDirty'> {
  return { pending: isPending, error: form.errors[''], isDirty: () => form.isDirty() };
}

export function EditForm({ pending, error, isDirty, isFramed = false, className, onSubmit, children }: EditFormProps) {
  const judged = useErrorFocus(pending);
  useUnsaved(() => !pending && isDirty());
  const content = (
    <Stack maw={isFramed ? 640 : undefined}>
      {error !== undefined && error !== null && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {children}
    </Stack>
  );
  if (isFramed)
    return (
      <Paper withBorder p="lg" component="form" {...judged} className={className} onSubmit={onSubmit} noValidate>
        {content}
      </Paper>
    );
  return (
    <form {...judged} className={className} onSubmit={onSubmit} noValidate>
      {content}
    </form>
  );
}

interface JudgedForm {
  ref: RefObject<HTMLFormElement | null>;
  onSubmitCapture: () => void;
}

/**
 * After a form was sent in vain, its first error is brought into sight and its field gets the focus.
 * @param isPending while the server is asked. @returns what the form element is given.
 */
function useErrorFocus(isPending: boolean): JudgedForm {
  const ref = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  // After every drawing: the errors come with one of them.
  useEffect(() => {
    if (!isSent.current || isPending) return;
    const error = ref.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert], [id$="-error"]');
    if (error === null || error === undefined) return;
    isSent.current = false;
    // Under a switch stands only the sentence; the switch is what it describes.
    const field = error.id === '' ? null : ref.current?.querySelector<HTMLElement>(`[aria-describedby~="${error.id}"]`);
    const target = field ?? error;
    if (target.getAttribute('role') === 'alert') target.tabIndex = -1;
    target.scrollIntoView({ block: 'center' });
    target.focus({ preventScroll: true });
  });
  return {
    ref,
    onSubmitCapture: () => {
      isSent.current = true;
    },
  };
}
