/** Addresses of this server: the one that others read, wherever a text leaves this computer, and all that lead here. */
import type { SystemViewing } from '../acting.ts';

/** The address to put into what others will read elsewhere, such as "http://192.168.1.20:7420". */
export const originForOthers = ({ origin, services }: Pick<SystemViewing, 'origin' | 'services'>): string =>
  services.network.originForOthers(origin);

/** Whether what starts with this origin is here: each of the ways to this server is some reader's only one. */
export const isOwnOrigin = (viewing: Pick<SystemViewing, 'origin' | 'services'>, origin: string): boolean =>
  origin === viewing.origin || viewing.services.network.isOwnOrigin(origin);

/** Where an invited person goes. @param key of the invitation. */
export const joinUrl = (viewing: Pick<SystemViewing, 'origin' | 'services'>, key: string): string =>
  `${originForOthers(viewing)}/join/${key}`;
