/** A finger that rests on a message opens its menu, as the buttons beside it do for a pointer. */
import { useEffect, type RefObject } from 'react';

const restMs = 450;
/** A finger is never quite still. Pixels. */
const slack = 10;

export function useLongPress(
  place: RefObject<HTMLElement | null>,
  onPress: (messageId: number, at: { x: number; y: number }) => void,
): void {
  useEffect(() => {
    const element = place.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let isOpened = false;
    const end = (): void => clearTimeout(timer);
    // What opened under the finger is not picked by lifting it.
    const lift = (event: TouchEvent): void => {
      end();
      if (isOpened && event.cancelable) event.preventDefault();
      isOpened = false;
    };
    const begin = ({ touches, target }: TouchEvent): void => {
      end();
      isOpened = false;
      const [touch] = touches;
      const message = target instanceof Element ? target.closest<HTMLElement>('.message[data-message-id]') : null;
      if (touch === undefined || touches.length > 1 || message === null) return;
      start = { x: touch.clientX, y: touch.clientY };
      timer = setTimeout(() => {
        isOpened = true;
        getSelection()?.removeAllRanges();
        onPress(Number(message.dataset['messageId']), start);
      }, restMs);
    };
    const move = ({ touches: [touch] }: TouchEvent): void => {
      if (touch !== undefined && Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > slack) end();
    };
    element?.addEventListener('touchstart', begin, { passive: true });
    element?.addEventListener('touchmove', move, { passive: true });
    element?.addEventListener('touchend', lift);
    element?.addEventListener('touchcancel', end);
    return () => {
      end();
      element?.removeEventListener('touchstart', begin);
      element?.removeEventListener('touchmove', move);
      element?.removeEventListener('touchend', lift);
      element?.removeEventListener('touchcancel', end);
    };
  }, [place, onPress]);
}
