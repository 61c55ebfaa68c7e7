/** The address that others read: in mails, in links of invitations, wherever a text leaves this computer. */
import type { SystemViewing } from '../acting.ts';

/** The address to put into what others will read elsewhere, such as "http://192.168.1.20:7420". */
export const originForOthers = ({ origin, services }: Pick<SystemViewing, 'origin' | 'services'>): string =>
  services.network.originForOthers(origin);

/** Where an invited person goes. @param key of the invitation. */
export const joinUrl = (viewing: Pick<SystemViewing, 'origin' | 'services'>, key: string): string =>
  `${originForOthers(viewing)}/join/${key}`;
