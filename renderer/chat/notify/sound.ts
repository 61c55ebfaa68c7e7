/** Two short notes, made here: browsers play them once someone has touched the page. */
import { whenAtRest } from './at-rest.ts';

/** So long after the last note the sound goes to sleep: a page that keeps it awake is one that plays. Milliseconds. */
const restMs = 2000;
/** A browser that needs longer to wake the sound waits for someone to touch the page: what called is old by then. Milliseconds. */
const staleMs = 5000;

let context: AudioContext | null = null;
let isTouched = false;
let sleep: ReturnType<typeof setTimeout> | undefined;

/** Until a touch of the page has woken the sound once: from then on it wakes without one. */
function touched(): void {
  isTouched = true;
  if (context !== null) void wake(context);
  // Where no sound was made for long, browsers stand still while they wake it: tens of milliseconds, and not before this key is seen.
  else whenAtRest(open);
}

function open(): void {
  if (context !== null || typeof AudioContext !== 'function') return;
  context = new AudioContext();
  void wake(context);
}

/** Ends when it can be heard: where the browser wants a touch first, with that touch. */
async function wake(awake: AudioContext): Promise<void> {
  // Put to sleep while it wakes, it would not be heard.
  clearTimeout(sleep);
  await awake.resume();
  removeEventListener('pointerdown', touched);
  removeEventListener('keydown', touched);
  clearTimeout(sleep);
  sleep = setTimeout(() => void awake.suspend(), restMs);
}

addEventListener('pointerdown', touched);
addEventListener('keydown', touched);

const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
];
const loudness = 0.12;
const lastsSecs = 0.35;

/** Nothing is heard before the page was touched. */
export async function playSound(): Promise<void> {
  if (isTouched) open();
  if (context === null) return;
  const askedAt = performance.now();
  await wake(context);
  if (performance.now() - askedAt < staleMs) playNotes(context);
}

function playNotes(awake: AudioContext): void {
  const now = awake.currentTime;
  for (const { hertz, at } of notes) {
    const [tone, volume] = [awake.createOscillator(), awake.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(loudness, now + at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + at + lastsSecs);
    tone.connect(volume).connect(awake.destination);
    tone.start(now + at);
    tone.stop(now + at + lastsSecs);
  }
}
