/** Mail delivery check. */
import { useQuery } from '@tanstack/react-query';
import { firstRunQuery } from '../../../client/queries.ts';

/** Until it is known, that it does. */
export const useSendsMail = (): boolean => useQuery(firstRunQuery).data?.sends_mail !== false;
