/** Two short notes, made here: browsers play them once somebody has touched the page. */

let context: AudioContext | null = null;
let isTouched = false;

function begin(): void {
  removeEventListener('pointerdown', begin);
  removeEventListener('keydown', begin);
  isTouched = true;
  // Where no sound was made for long, browsers stand still while they wake it: tens of milliseconds, and not before this key is seen.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(open);
  else setTimeout(open);
}

function open(): void {
  if (typeof AudioContext === 'function') context ??= new AudioContext();
}

addEventListener('pointerdown', begin);
addEventListener('keydown', begin);

const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
];
const loudness = 0.12;
const lastsSecs = 0.35;

/** @returns whether it can be heard: not before the page was touched. */
export function playSound(): boolean {
  if (isTouched) open();
  if (context === null || context.state === 'closed') return false;
  void context.resume();
  const now = context.currentTime;
  for (const { hertz, at } of notes) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(loudness, now + at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + at + lastsSecs);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + lastsSecs);
  }
  return true;
}
