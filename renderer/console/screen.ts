/** Screen type of the console, with its access and place. The screens themselves are in screens.tsx. */
import { createContext, useContext, useMemo, type ComponentType, type LazyExoticComponent } from 'react';
import { guestRole, ownerRole } from '../client/roles.ts';
import { useSession, type Session } from '../client/session.ts';
import { perLanguage, t } from '../client/text.ts';
import type { IconName } from './components/icons.tsx';
import { useIsDemo } from './training/training.ts';

/** In the order of the navigation; the first stands alone at its top. */
export const groupNames = perLanguage(
  () =>
    ({
      home: '',
      team: t('Team'),
      messages: t('Messages'),
      server: t('Server'),
      developers: t('Developers'),
    }) as const,
);

/** What follows the screen's own path, without the slash: "" for the screen itself, a tab ("mail"), or the id of what is open ("12"). */
export interface ScreenProps {
  section: string;
}

interface Within {
  name: string;
  /** Handed to the screen: "new" opens the form of something new. */
  section: string;
  keywords: string;
  /** As for the screen, unless said otherwise. */
  who?: 'administrators';
}

export interface ScreenEntry {
  /** Link, heading and title of the tab. */
  name: string;
  /** Below /console. */
  path: string;
  icon: IconName;
  group: keyof ReturnType<typeof groupNames>;
  /** Others get a page that says so, and no link. */
  who: 'everybody' | 'members' | 'administrators' | 'owners';
  /** Other words by which the palette finds it. */
  keywords: string;
  /** What waits there, beside its name in the navigation. */
  Count?: ComponentType;
  /** The key that opens it after "g". */
  keys?: string;
  /** What can be begun there: `section` opens the form. */
  actions?: Within[];
  /** Its tabs, so that the palette leads to them. */
  sections?: Within[];
  load: () => Promise<ComponentType<ScreenProps>>;
  /** What others find there instead, and a link to it. */
  loadForOthers?: () => Promise<ComponentType<ScreenProps>>;
  /** Where it makes sense at all, such as only in the window of the desktop app. */
  isThere?: () => boolean;
  /** Only where there is sample data: elsewhere nothing of it works, and nothing leads to it. */
  needsDemo?: true;
}

export type LazyScreen = LazyExoticComponent<ComponentType<ScreenProps>>;

export interface Screen extends ScreenEntry {
  Component: LazyScreen;
  ForOthers: LazyScreen | null;
}

/** Whether a screen is for this person. */
export function canOpen({ who }: Screen, { role, is_admin: isAdmin }: Session): boolean {
  if (who === 'owners') return role === ownerRole;
  return who === 'everybody' || isAdmin || (who === 'members' && role < guestRole);
}

/** All screens, as the app hands them to what it shows. The table itself imports the screens, so none of them imports it. */
export const ScreensContext = createContext<readonly Screen[]>([]);

/** The screens that the signed-in person finds in the navigation, in its order. */
export function useOwnScreens(): readonly Screen[] {
  const screens = useContext(ScreensContext);
  const session = useSession();
  const isDemo = useIsDemo() === true;
  return useMemo(
    () =>
      screens.filter(
        (screen) =>
          (canOpen(screen, session) || screen.ForOthers !== null) &&
          (screen.isThere?.() ?? true) &&
          (isDemo || screen.needsDemo !== true),
      ),
    [screens, session, isDemo],
  );
}

/** Where in the console one is. @param location path below /console */
export function isAt(location: string, { path }: Pick<Screen, 'path'>): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}
