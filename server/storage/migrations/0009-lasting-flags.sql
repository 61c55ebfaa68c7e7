-- Flags that outlive being subscribed: found by message, without the many rows that only say "unread".
CREATE INDEX message_flags_lasting ON message_flags(message_id, user_id) WHERE (flags & 126) != 0;
