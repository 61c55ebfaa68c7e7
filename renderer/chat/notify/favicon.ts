/** The tab's little picture with the number on it: all that a tab in the background has to say. */
import iconUrl from '../../../resources/icon-small.svg';
import { settleMs, whenAtRest } from './at-rest.ts';

const side = 64;
let picture: Promise<HTMLImageElement> | undefined;
let shown = '';
/** Of the picture that is wanted: drawn when the page rests. */
let wanted = { count: 0, calls: false };
let waiting: ReturnType<typeof setTimeout> | undefined;

function loadPicture(): Promise<HTMLImageElement> {
  picture ??= new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new Error('The icon did not load.')));
    image.src = iconUrl;
  });
  return picture;
}

function setIcon(href: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? document.createElement('link');
  link.rel = 'icon';
  link.type = href.startsWith('data:') ? 'image/png' : 'image/svg+xml';
  link.href = href;
  if (!link.isConnected) document.head.append(link);
}

/** @returns a colour of tokens.css in the form that a canvas reads. */
function colorOf(token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** @param calls whether someone calls: amber instead of blue. */
export function showOnIcon(count: number, calls: boolean): void {
  wanted = { count, calls };
  waiting ??= setTimeout(() => {
    waiting = undefined;
    whenAtRest(() => void draw(wanted).catch(() => undefined));
  }, settleMs);
}

async function draw({ count, calls }: typeof wanted): Promise<void> {
  const text = count > 99 ? '99' : String(count);
  const next = `${text} ${calls}`;
  if (next === shown) return;
  shown = next;
  if (count === 0) return setIcon(iconUrl);
  const image = await loadPicture();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null || next !== shown) return;
  pen.drawImage(image, 0, 0, side, side);
  const styles = getComputedStyle(document.documentElement);
  const radius = 20;
  pen.fillStyle = colorOf(calls ? '--call-fill' : '--primary');
  pen.beginPath();
  pen.roundRect(
    side - 2 * radius - (text.length - 1) * 10,
    side - 2 * radius,
    2 * radius + (text.length - 1) * 10,
    2 * radius,
    radius,
  );
  pen.fill();
  pen.fillStyle = colorOf(calls ? '--on-call-fill' : '--on-primary');
  pen.font = `700 32px ${styles.fontFamily || 'sans-serif'}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, side - radius - (text.length - 1) * 5, side - radius + 2);
  setIcon(canvas.toDataURL('image/png'));
}
