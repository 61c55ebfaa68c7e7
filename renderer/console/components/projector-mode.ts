/** Projector mode of this browser: large text, stored for the next visit. */
import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';

const key = 'hearth-projector';

/** How much larger everything is that grows with the text, as styles/page.css has it. */
export const projectorScale = 1.5;

export interface Projector {
  /** Large text, strong contrast, and no secrets shown unless they are asked for. */
  isOn: boolean;
  toggle: () => void;
}

export function useProjector(): Projector {
  const [isOn, setOn] = useLocalStorage({ key, defaultValue: false, getInitialValueInEffect: false });
  return { isOn, toggle: () => setOn((before) => !before) };
}

/** Puts the choice on the page, where styles/page.css finds it. */
export function useProjectorAttribute(): void {
  const { isOn } = useProjector();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-projector', isOn);
  }, [isOn]);
}
