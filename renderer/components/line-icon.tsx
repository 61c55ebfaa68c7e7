/**
 * The chat's icons: line drawings on a grid of 20, in the colour of the text around them, from resources of our own. They never
 * speak: names stand beside them, or on the button around them.
 */
const drawings = {
  alert: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M10 6.3v4.2M10 13.5h.01',
  at: 'M7 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M13 7v3.7a2 2 0 0 0 4 0V10a7 7 0 1 0-2.8 5.6',
  attach: 'm15.5 9.5-5.6 5.6a3.5 3.5 0 0 1-5-5l6-6a2.3 2.3 0 0 1 3.3 3.3l-5.8 5.8a1.1 1.1 0 0 1-1.6-1.6L12 6.5',
  back: 'm12 5-5 5 5 5',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5M3.5 14.5h13M8.5 17h3',
  blockCode: 'M5 4h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 8 6 10l2 2M12 8l2 2-2 2',
  bold: 'M6 4h4.8a2.8 2.8 0 0 1 0 5.7H6zM6 9.7h5.5a3.1 3.1 0 0 1 0 6.3H6z',
  calendar: 'M5.5 4.5h9a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-9a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM3.5 8.5h13M7 3v3M13 3v3',
  camera:
    'M4 7h2.5l1.2-2h4.6l1.2 2H16a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 16 16H4a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 4 7zM7.2 11.2a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0',
  channel: 'M8 3 6.5 17M13.5 3 12 17M3.5 7.5h13.5M3 12.5h13.5',
  check: 'm4.5 10.5 3.7 3.7 7.3-8',
  checks: 'm2.5 10.5 3.5 3.5 6-7.5M10.5 13l1 1 6-7.5',
  clock: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M10 6v4.2l2.8 1.6',
  close: 'M5 5l10 10M15 5 5 15',
  cloudOff: 'M3.5 3.5l13 13M6.2 7.3A3.8 3.8 0 0 0 6 15h7.5M16 13.9A3 3 0 0 0 14.5 9 5 5 0 0 0 8.5 5.5',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  compose:
    'M16 10.5V14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h3.5M9 11l.4-2L15 3.5a1.15 1.15 0 0 1 1.6 1.6L11 10.6z',
  copy: 'M9 7h5.5a2 2 0 0 1 2 2v5.5a2 2 0 0 1 -2 2h-5.5a2 2 0 0 1 -2 -2v-5.5a2 2 0 0 1 2 -2zM13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7',
  delete: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5',
  direct: 'M3.5 6a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9l-4 3v-3.1A2 2 0 0 1 3.5 12z',
  down: 'm5 8 5 5 5-5',
  download: 'M10 3.5v9.5M6 9.2l4 4 4-4M4 16.5h12',
  edit: 'M4 16l.8-3.4L13 4.4a1.7 1.7 0 0 1 2.5 2.5L7.4 15.2zM11.5 6l2.5 2.5',
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5zM7.7 10a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0',
  eyeOff:
    'M3.5 3.5l13 13M8 5.3A8 8 0 0 1 10 5c5 0 7.5 5 7.5 5a13 13 0 0 1-2 2.7M12.5 14.6A7.5 7.5 0 0 1 10 15c-5 0-7.5-5-7.5-5a12 12 0 0 1 3-3.5',
  feed: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h8',
  file: 'M5 4.5A1.5 1.5 0 0 1 6.5 3H12l3.5 3.5v9A1.5 1.5 0 0 1 14 17H6.5A1.5 1.5 0 0 1 5 15.5zM11.5 3v4h4',
  forward: 'm12 5 4.5 4.5L12 14M16.5 9.5H8A4.5 4.5 0 0 0 3.5 14v1.5',
  globe:
    'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M3 10h14M10 3c2.3 2 3.2 4.3 3.2 7s-.9 5-3.2 7c-2.3-2-3.2-4.3-3.2-7S7.7 5 10 3z',
  image:
    'M5 4h10a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM6 8a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0M3.5 14.5l4-3.5 3 2.5 2.5-2 3.5 3',
  inbox:
    'M3 11.5 5.2 4.6A1.5 1.5 0 0 1 6.6 3.5h6.8a1.5 1.5 0 0 1 1.4 1.1L17 11.5V15a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15zM3 11.5h4l1 2h4l1-2h4',
  italic: 'M8.5 4H15M5 16h6.5M11.8 4 8.2 16',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-.8.8M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l.8-.8',
  lock: 'M6.5 9h7a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-7a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM7 9V6.5a3 3 0 0 1 6 0V9',
  maths: 'M15 5H5l5 5-5 5h10',
  mic: 'M10 3a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0v-4A2.5 2.5 0 0 1 10 3zM5 9.5a5 5 0 0 0 10 0M10 14.5V17',
  minus: 'M4 10h12',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  moon: 'M16.5 11.8A7 7 0 1 1 8.2 3.5a5.6 5.6 0 0 0 8.3 8.3z',
  muted: 'M5 12.8V9a5 5 0 0 1 7.5-4.3M15 9v3.5M4 14.5h9M8.5 17h3M3.5 3.5l13 13',
  next: 'm8 5 5 5-5 5',
  pin: 'M7 3.5h6M8 3.5v5L5.5 12h9L12 8.5v-5M10 12v5',
  plus: 'M10 4v12M4 10h12',
  numbers: 'M8 5.5h8.5M8 10h8.5M8 14.5h8.5M3.5 4.5l1-.7v3.4M3.3 12.6c.3-.8 1.9-.8 1.9.2 0 .7-1.9 1.6-1.9 2.4h2',
  bullets: 'M8 5.5h8.5M8 10h8.5M8 14.5h8.5M4 5.5h.01M4 10h.01M4 14.5h.01',
  strike:
    'M3.5 10h13M14 6.5C13.5 5 12 4 10 4 7.8 4 6.2 5.2 6.2 7c0 1 .5 1.7 1.3 2.2M6 13.5c.5 1.5 2 2.5 4 2.5 2.3 0 4-1.1 4-3 0-.4-.1-.8-.2-1.1',
  table:
    'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-9A1.5 1.5 0 0 1 4.5 4zM3 8h14M3 12h14M10 4v12',
  quote: 'M4 5v10M8 6h8M8 10h8M8 14h5',
  reply: 'M8 5 3.5 9.5 8 14M3.5 9.5H12a4.5 4.5 0 0 1 4.5 4.5v1.5',
  retry: 'M16 4v4h-4M16 8a6.5 6.5 0 1 0 .6 4',
  search: 'M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0M13.2 13.2l3.8 3.8',
  send: 'M4 10h12M11 5l5 5-5 5',
  settings:
    'M7.5 10a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0M10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M4.9 15.1l1.4-1.4M13.7 6.3l1.4-1.4',
  smile: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M7 12c.8 1.2 1.8 1.7 3 1.7s2.2-.5 3-1.7M7.6 8h.01M12.4 8h.01',
  smilePlus: 'M16.8 9.2A7 7 0 1 1 10.8 3M7 12c.8 1.2 1.8 1.7 3 1.7s2.2-.5 3-1.7M7.6 8h.01M12.4 8h.01M15.5 2v5M13 4.5h5',
  star: 'm10 3 2.2 4.5 4.9.7-3.5 3.4.8 4.9L10 14.2l-4.4 2.3.8-4.9L2.9 8.2l4.9-.7z',
  user: 'M6.8 7a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0M4 16.5c.5-3.2 2.8-5 6-5s5.5 1.8 6 5',
  users:
    'M4.7 7a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0M2.5 16c.3-2.9 2.2-4.5 5-4.5s4.7 1.6 5 4.5M13 4.5a2.8 2.8 0 0 1 0 5M14.5 11.9c1.8.6 2.8 2 3 4.1',
  video:
    'M5 5h6a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 11 15H5a1.5 1.5 0 0 1 -1.5 -1.5v-7A1.5 1.5 0 0 1 5 5zM12.5 9l4-2.5v7l-4-2.5',
} as const satisfies Record<string, string>;

export type LineIconName = keyof typeof drawings;

/** They point along the words, and turn with them where those run from the right. */
const pointing: ReadonlySet<LineIconName> = new Set(['back', 'forward', 'next', 'reply', 'send']);

/** @param size in pixels at the usual text size; 20 unless told. */
export function LineIcon({
  name,
  size = 20,
  className = '',
}: {
  name: LineIconName;
  size?: number;
  className?: string;
}) {
  const rem = `${size / 16}rem`;
  return (
    <svg
      className={`line-icon ${pointing.has(name) ? 'is-pointing' : ''} ${className}`}
      viewBox="0 0 20 20"
      style={{ width: rem, height: rem }}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.6 : size < 18 ? 1.8 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
