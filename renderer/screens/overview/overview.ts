/** What the server tells administrators about itself (GET /console/overview). */
export interface Overview {
  version: string;
  /** UNIX seconds. */
  started_at: number;
  uptime_seconds: number;
  /** Resident memory of the server's process, in bytes. */
  memory_bytes: number;
  /** Where the server answers, the best address for others first; `this_computer_only` is loopback. */
  addresses: { url: string; label: string; this_computer_only: boolean }[];
  counts: { users: number; bots: number; deactivated: number; channels: number; messages: number };
  storage: {
    state: string;
    /** Bytes. */
    database_bytes: number;
    journal_bytes: number;
    uploads_bytes: number;
    data_dir: string;
  };
  event_queues: number;
  last_backup: { made_at: number; size: number } | null;
  disk: { free_bytes: number; total_bytes: number };
  /** What somebody should look at. */
  attention: { kind: 'backup_overdue' | 'backup_failed' | 'disk_nearly_full'; message: string }[];
}
