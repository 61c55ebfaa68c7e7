/** The console's icons: line drawings on a grid of 24, in the colour of the text around them. They never speak: names stand beside them. */

const drawings = {
  home: 'M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 21a7.5 7.5 0 0 1 15 0',
  groups:
    'M12 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M5 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6M19 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6M10.5 9.6 7 14M13.5 9.6 17 14',
  channel: 'M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16',
  envelope: 'M3.5 6h17v12.500h-17zM4 6.500l8 6.5 8-6.5',
  card: 'M3.5 5h17v14h-17zM8.5 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5.8 16a2.8 2.8 0 0 1 5.5 0M14.5 9.500h3.500M14.5 13.500h3.5',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 14a4.2 4.2 0 0 0 7 0M9 9.500v.1M15 9.500v.1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.5-3.500a4 4 0 0 0-5.7-5.700L12.5 5.800M14 10a4 4 0 0 0-5.7 0l-3.5 3.500a4 4 0 0 0 5.7 5.700l1-1',
  clip: 'm19.5 11-7.8 7.800a4.5 4.5 0 0 1-6.4-6.400l8.2-8.200a3 3 0 0 1 4.3 4.300l-8.2 8.200a1.5 1.5 0 0 1-2.1-2.100L14.8 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7.500V12l3 2',
  settings: 'M4 7h9M17 7h3M15 9.500v-5M4 12h3M11 12h9M9 14.500v-5M4 17h10M18 17h2M16 19.500v-5',
  network: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  archive: 'M3.5 4.500h17v4.500h-17zM5 9v10.500h14V9M10 13h4',
  computer: 'M3.5 4.500h17v11h-17zM8.5 20h7M12 15.500V20',
  pulse: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  presence:
    'M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8 16a5.7 5.7 0 0 1 0-8M16 8a5.7 5.7 0 0 1 0 8M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  flask: 'M9 3.500h6M10 3.500v6l-5.5 9a1.4 1.4 0 0 0 1.2 2h12.600a1.4 1.4 0 0 0 1.2-2l-5.5-9v-6M7.5 15h9',
  bolt: 'M13 3 5 13.500h6L10 21l8.5-11H12.500z',
  stage: 'M3.5 4h17M4.5 4v11h15V4M12 15v3M8 21l4-3 4 3M10 7.500v4l3.5-2z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 20.5 20.5',
  plus: 'M12 5v14M5 12h14',
  message: 'M4 6.500a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-4.500 4v-4H6a2 2 0 0 1-2-2z',
  leave: 'M14 4h5.500v16H14M10 8l-4 4 4 4M6 12h9',
  sun: 'M12 16.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  keyboard: 'M2.5 6h19v12h-19zM6 10v.1M10 10v.1M14 10v.1M18 10v.1M6 14v.1M18 14v.1M9 14h6',
  projector:
    'M2.5 8h19v8.500h-19zM15.5 15a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.600M6 12.200h3.500M5.5 16.500V19M18.5 16.500V19',
  shield: 'M12 3l7.5 2.800V11c0 5-3.2 8.4-7.5 10-4.3-1.6-7.5-5-7.5-10V5.800z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.500a2.5 2.5 0 1 1 3.5 2.300c-.7.3-1 .8-1 1.700M12 16.800v.1',
} as const satisfies Record<string, string>;

export type IconName = keyof typeof drawings;

/** @param size pixels at the usual size of text; it grows with the text. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
      style={{ flexShrink: 0 }}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
