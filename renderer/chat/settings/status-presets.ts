/** Statuses that are offered: each with an emoji by the name and code of the server's table. Pure. */
import { t } from '../../client/text.ts';

interface StatusPreset {
  name: string;
  code: string;
  text: string;
  /** Notifications disturb what it is about: do not disturb is offered with it. */
  isQuiet?: boolean;
}

export const statusPresets = (): readonly StatusPreset[] => [
  { name: 'calendar', code: '1f4c5', text: t('In a meeting'), isQuiet: true },
  { name: 'headphones', code: '1f3a7', text: t('Focusing'), isQuiet: true },
  { name: 'bus', code: '1f68c', text: t('Commuting') },
  { name: 'house', code: '1f3e0', text: t('Working from home') },
  { name: 'hamburger', code: '1f354', text: t('At lunch') },
  { name: 'sick', code: '1f912', text: t('Out sick') },
  { name: 'palm_tree', code: '1f334', text: t('On vacation') },
];
