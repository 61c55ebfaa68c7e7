/** After a form was sent in vain, its first error is brought into sight and its field gets the focus. */
import { useEffect, useRef, type RefObject } from 'react';

interface JudgedForm {
  ref: RefObject<HTMLFormElement | null>;
  onSubmitCapture: () => void;
}

/** @param isPending while the server is asked. @returns what the form element is given. */
export function useErrorFocus(isPending: boolean): JudgedForm {
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
