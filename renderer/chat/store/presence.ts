/** Presence of users: by the newest report of any of their clients. */
import { useEffect, useState } from 'react';
import { serverNow } from '../../client/server-clock.ts';
import { presencesSeen } from '../../client/state/presence.ts';
import { useChat, useClientState } from './use-chat.ts';

export type PresenceKind = 'active' | 'idle' | 'away';

/** Reports come once a minute; the moment of looking need not be newer. */
const tickMs = 30_000;

/** @param thresholdSecs after which someone who reported nothing is away. @param now UNIX seconds. */
function presenceKind(
  presence: { active_timestamp: number; idle_timestamp: number } | undefined,
  thresholdSecs: number,
  now: number,
): PresenceKind {
  if (presence === undefined) return 'away';
  if (now - presence.active_timestamp < thresholdSecs) return 'active';
  return now - presence.idle_timestamp < thresholdSecs ? 'idle' : 'away';
}

/** @returns a moment by the server's clock that is never older than half a minute, in UNIX seconds. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** @param userId null: no one in particular, who is never here. */
export function usePresenceOf(userId: number | null): PresenceKind {
  const { session } = useChat();
  const presence = useClientState((state) => (userId === null ? undefined : presencesSeen(state).get(userId)));
  const threshold = useClientState((state) => state.organization.limits.server_presence_offline_threshold_seconds);
  const now = useNow();
  return userId === session.user_id ? 'active' : presenceKind(presence, threshold, now);
}
