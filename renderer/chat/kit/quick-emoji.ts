/** Reactions that are one step away, the likeliest first. */
export const quickEmoji = [
  { name: '+1', code: '1f44d' },
  { name: 'check', code: '2705' },
  { name: 'heart', code: '2764' },
  { name: 'tada', code: '1f389' },
  { name: 'eyes', code: '1f440' },
] as const;
