/** The display name of the empty topic, in the reader's language. The API has one name for clients of every language. */
import { t } from './text.ts';

export const emptyTopicName = (): string => t('general chat');
