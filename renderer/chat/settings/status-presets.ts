/** Statuses that are offered: each with an emoji by the name and code of the server's table. Pure. */
import { t } from '../../client/text.ts';

export const statusPresets = (): readonly { name: string; code: string; text: string }[] => [
  { name: 'calendar', code: '1f4c5', text: t('In a meeting') },
  { name: 'bus', code: '1f68c', text: t('Commuting') },
  { name: 'house', code: '1f3e0', text: t('Working from home') },
  { name: 'hamburger', code: '1f354', text: t('At lunch') },
  { name: 'sick', code: '1f912', text: t('Out sick') },
  { name: 'palm_tree', code: '1f334', text: t('On vacation') },
];
