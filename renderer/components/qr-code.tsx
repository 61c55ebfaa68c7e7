/** A link as a QR code, drawn here: dark on light in both themes, since cameras expect it so. */
import { Image } from '@mantine/core';
import { create } from 'qrcode';
import { useMemo } from 'react';

/** Light modules around the code, which readers need (ISO/IEC 18004). */
const margin = 4;

export function QrCode({ text, label, size = 240 }: { text: string; label: string; size?: number }) {
  const source = useMemo(() => `data:image/svg+xml,${encodeURIComponent(draw(text))}`, [text]);
  return <Image src={source} alt={label} w={size} h={size} maw="100%" radius="md" />;
}

/** An SVG with one square a dark module. */
function draw(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = [...modules.data.keys()].filter((at) => modules.data[at] === 1);
  const path = dark.map((at) => `M${(at % size) + margin} ${Math.floor(at / size) + margin}h1v1h-1z`).join('');
  const side = size + 2 * margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
