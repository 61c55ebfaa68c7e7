/** Forms that have an address: "/channels/new" opens one, from wherever it is reached, and the address is the screen's own again. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';

/** @param section as the screen got it. @param begin opens the form of something new; undefined for those who may not. */
export function useCreateRoute(section: string, begin: (() => void) | undefined): void {
  const [location, navigate] = useLocation();
  const open = useEffectEvent(() => {
    begin?.();
    navigate(location.replace(/\/new$/, ''), { replace: true });
  });
  useEffect(() => {
    if (section === 'new') open();
  }, [section]);
}
