/** Icons on the buttons of providers: our own drawings, a kind each. They are no marks of the companies. Pure. */

/** On a square of 24 by 24. */
const shapes: Readonly<Record<string, string>> = {
  // An office building.
  entra: '<path d="M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18"/>',
  // An envelope.
  google: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3 7 9 7 9-7"/>',
  // A key.
  keycloak: '<circle cx="8" cy="12" r="4.5"/><path d="M12.5 12H21v4M17 12v3"/>',
  // A shield with a tick.
  authentik: '<path d="M12 3 4.5 6v6c0 4.5 3.2 7.5 7.5 9 4.3-1.5 7.5-4.5 7.5-9V6z"/><path d="m8.5 12 2.5 2.5 4.5-5"/>',
  // Two branches that meet.
  gitlab:
    '<circle cx="6" cy="6" r="2.5"/><circle cx="6" cy="18" r="2.5"/><circle cx="18" cy="9" r="2.5"/><path d="M6 8.5v7M18 11.5c0 4-6 3-10 5"/>',
  // A person.
  other: '<circle cx="12" cy="8" r="4"/><path d="M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7"/>',
};

const colors: Readonly<Record<string, string>> = {
  entra: '#2b5090',
  google: '#8a4b08',
  keycloak: '#4a5568',
  authentik: '#8f2f2f',
  gitlab: '#7a3e9d',
  other: '#1b6b3b',
};

/** @returns the drawing for a kind of provider as SVG: white lines on a coloured square, for light and dark pages. */
export const iconSvg = (kind: string, side: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colors[kind] ?? colors['other']}"/><g transform="translate(5 5) scale(.9167)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes[kind] ?? shapes['other']}</g></svg>`;
