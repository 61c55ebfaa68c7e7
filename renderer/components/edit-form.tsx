/**
 * A form: what went wrong and belongs to no field stands above, its first error gets the focus, and what was typed is not left
 * without a question.
 */
import { Alert, Paper, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { useErrorFocus } from './error-focus.ts';
import { useUnsaved } from './unsaved.tsx';

export interface EditFormProps {
  /** It is being sent. */
  pending: boolean;
  /** What went wrong and belongs to no field. */
  error: ReactNode;
  /** Whether leaving would lose something. */
  isDirty: () => boolean;
  /** Stands on the page by itself, in a frame. */
  isFramed?: boolean;
  className?: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
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
